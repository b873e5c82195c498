import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { inLanguage } from "~/domain/language";
import { group } from "~/features/groups/group";
import { GroupPage } from "~/features/groups/group-page";
import { groups } from "~/features/groups/groups.server";
import { groupVoucherAddress } from "~/features/links/voucher-address";
import { idParam, screen } from "~/http/screen.server";
import { Card, Cards } from "~/ui/page/cards";
import { ExportLinks } from "~/ui/page/export-links";

export const meta = () => [{ title: "كشوف المجموعة" }];

export const loader = screen([group.write], async ({ params }) => {
  const { id } = await groups.find(db, idParam(params.group));
  return { id };
});

/** A paper of a group. `sheet`: where its files lie; `isTranslated`: it is printed in English too. */
type Paper = { name: string; lead: string; print?: string; sheet?: string; isTranslated?: boolean };

const papersOf = (id: number): Paper[] => {
  const path = `${group.path}/${id}`;
  return [
    {
      name: "كشف الركاب",
      lead: "الجوازات والتأشيرات، وفيه قائمة شركة الطيران",
      print: `${path}/manifest`,
      sheet: `${path}/manifest`,
      isTranslated: true,
    },
    {
      name: "كشف الغرف",
      lead: "من في كل غرفة، للفندق",
      print: `${path}/rooms/print`,
      sheet: `${path}/rooms`,
      isTranslated: true,
    },
    {
      name: "كشف الحافلات",
      lead: "من في كل مقعد، للسائق والمشرف",
      print: `${path}/buses/print`,
      sheet: `${path}/buses`,
    },
    {
      name: "قسائم الخدمات",
      lead: "لكل عائلة ورقة، ولكل من هو وحده",
      print: groupVoucherAddress(id),
      isTranslated: true,
    },
    { name: "البطاقات", lead: "على صدر المسافر وعلى أمتعته", print: `${path}/badges/print` },
    {
      name: "كشف الجاهزية",
      lead: "ما ينقص كل مسافر",
      print: `${path}/readiness/print`,
      sheet: `${path}/readiness`,
    },
    { name: "الأعضاء", lead: "بهوياتهم وهواتفهم", sheet: `${path}/members` },
  ];
};

export default function GroupLists() {
  const { id } = useLoaderData<typeof loader>();
  return (
    <GroupPage screen="lists" title="الكشوف والطباعة">
      <Cards of={group} whole>
        {papersOf(id).map(({ name, lead, print, sheet, isTranslated }) => (
          <Card key={name} name={name} lead={lead}>
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
              {sheet && <ExportLinks path={sheet} />}
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
