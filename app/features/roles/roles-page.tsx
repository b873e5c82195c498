import type { ReactNode } from "react";
import { countNoun, countPhrase } from "~/domain/count-words";
import { ExportFoot } from "~/ui/page/export-links";
import { NewLink } from "~/ui/page/links";
import { Page } from "~/ui/page/page";
import { role } from "./role";
import type { roleSummaries } from "./roles.server";

const permissions = countNoun("صلاحية واحدة", "صلاحيتان", "صلاحيات", "صلاحية");
const holders = countNoun("مستخدم واحد", "مستخدمان", "مستخدمين", "مستخدمًا", "مستخدم");

/** The list of roles on one side, and the chosen role on the other (spec §2). */
export function RolesPage({
  roles,
  chosen,
  children,
}: {
  roles: Awaited<ReturnType<typeof roleSummaries>>;
  chosen?: number;
  children: ReactNode;
}) {
  return (
    <Page title="الأدوار والصلاحيات" actions={<NewLink to={role} />}>
      <div className="two-sides">
        {roles.length > 0 && (
          <nav className="side-list" aria-label="الأدوار">
            {roles.map((row) => (
              <a
                key={row.id}
                href={`${role.path}/${row.id}`}
                aria-current={row.id === chosen ? "page" : undefined}
                data-discover="true"
              >
                {row.name}
                <small>
                  {row.permissions ? countPhrase(row.permissions, permissions) : "بلا صلاحيات"} ·{" "}
                  {row.holders ? countPhrase(row.holders, holders) : "لا يحمله أحد"}
                </small>
              </a>
            ))}
          </nav>
        )}
        <div className="min-w-0">{children}</div>
      </div>
      {roles.length > 0 && <ExportFoot path={role.path} />}
    </Page>
  );
}
