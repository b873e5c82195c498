import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { inLanguage } from "~/domain/language";
import { group } from "~/features/groups/group";
import { GroupPage, groupMeta } from "~/features/groups/group-page";
import { groups } from "~/features/groups/groups.server";
import { idParam, screen } from "~/http/screen.server";
import { Card, Cards } from "~/ui/page/cards";
import { ExportLinks } from "~/ui/page/export-links";
import { Sentence } from "~/ui/page/sentence";
import { papersOf } from "./papers.server";

export const meta = groupMeta("كشوف المجموعة");

export const loader = screen([group.write], async ({ params }) =>
  papersOf(await groups.find(db, idParam(params.group))),
);

export default function GroupLists() {
  const papers = useLoaderData<typeof loader>();
  return (
    <GroupPage screen="lists" title="الكشوف والطباعة">
      <Cards of={group} whole>
        {papers.map(({ name, lead, print, sheet, search, isTranslated, more = [] }) => (
          <Card key={name} name={name} lead={lead && <Sentence text={lead} />}>
            <p className="flex flex-wrap gap-2">
              {print && (
                <a className="button primary" href={print} aria-label={`طباعة ${name}`}>
                  طباعة
                </a>
              )}
              {print && isTranslated && (
                <a className="button" href={inEnglish(print)} lang="en">
                  English
                </a>
              )}
              {sheet && <ExportLinks path={sheet} search={search} />}
              {more.map(({ href, label, isFile }) => (
                <a key={href} className="button" href={href} download={isFile ? "" : undefined}>
                  {label}
                </a>
              ))}
            </p>
          </Card>
        ))}
      </Cards>
    </GroupPage>
  );
}

function inEnglish(print: string) {
  const [path, search] = print.split("?");
  return path + inLanguage("en", search);
}
