import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { noneYet, nouns } from "~/domain/nouns";
import { screen } from "~/http/screen.server";
import { Empty } from "~/ui/page/page";
import { role } from "./role";
import { roleSummaries } from "./roles.server";
import { RolesPage } from "./roles-page";

export const meta = () => [{ title: "الأدوار والصلاحيات" }];

export const loader = screen([role.write], () => roleSummaries(db));

export default function Roles() {
  const roles = useLoaderData<typeof loader>();
  return (
    <RolesPage roles={roles}>
      {roles.length ? (
        <Empty title="اختر دورًا من القائمة">
          <p>تظهر هنا صلاحياته، وما تفتحه كل منها.</p>
        </Empty>
      ) : (
        <Empty title={noneYet(nouns.roles)}>
          <p>أضف دورًا لكل عمل في المكتب، ثم حدد صلاحياته وامنحه للمستخدمين.</p>
        </Empty>
      )}
    </RolesPage>
  );
}
