import { type MetaFunction, useLoaderData } from "@remix-run/react";
import { screenPage, searchOf } from "~/db/list.server";
import { wherePerson } from "~/db/search.server";
import { countPhrase, travellerCount } from "~/domain/count-words";
import { group } from "~/features/groups/group";
import { GroupPage } from "~/features/groups/group-page";
import { membersInOrder } from "~/features/travellers/members-in-order.server";
import { scopeOf } from "~/features/travellers/scope.server";
import { travellers, trip } from "~/features/trips/trip";
import { screen } from "~/http/screen.server";
import { FilterBar } from "~/ui/page/filter-bar";
import { ButtonLink } from "~/ui/page/links";
import { List, Page } from "~/ui/page/page";
import { LatinName, NameCell, Table } from "~/ui/page/table";
import { printTitle } from "~/ui/print-title";
import { chosen, formats } from "./badge";
import { travellersOf } from "./badges.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => printTitle("البطاقات", data?.name);

export const loader = screen([group.write], async ({ params, url: { searchParams } }) => {
  const scope = await scopeOf(params);
  const page = await screenPage(async (filters) => {
    const search = searchOf(filters);
    const memberships = await membersInOrder(scope, (members) =>
      search
        ? wherePerson(
            members.join("customers", "customers.id", "group_members.customer_id"),
            "customers.search",
            search,
          )
        : members,
    );
    return travellersOf(memberships);
  }, searchParams);
  return { name: scope.name, isTrip: scope.of === trip, id: scope.id, ...page };
});

export default function ChooseBadges() {
  const { name, isTrip, id, ...page } = useLoaderData<typeof loader>();
  const path = isTrip ? `${trip.path}/${id}` : `${group.path}/${id}`;
  const lead = "بطاقة تعلق على صدر المسافر، وبطاقة لأمتعته. تطبع على A4 وتقص عند العلامات.";
  const content = (
    <>
      <FilterBar searchLabel="بحث بالاسم أو رقم الهوية أو الهاتف" />
      <form method="get" action={`${path}/badges/print`}>
        <fieldset className="mb-3 flex flex-wrap items-center gap-x-5 gap-y-2">
          <legend className="sr-only">ما يطبع</legend>
          {Object.entries(formats).map(([format, { label, width, height, columns, rows }], index) => (
            <label key={format} className="tick flex items-baseline gap-1.5">
              <input type="radio" name="format" value={format} defaultChecked={index === 0} />
              <span>
                {label}{" "}
                <small className="text-muted">
                  <bdi dir="ltr">
                    {width} × {height}
                  </bdi>{" "}
                  مم، {columns * rows} في الورقة
                </small>
              </span>
            </label>
          ))}
          <button className="button primary" type="submit">
            طباعة
          </button>
        </fieldset>
        <p className="hint mb-3">اختر من تطبع بطاقاتهم. إن لم تختر أحدًا طبعت للجميع.</p>
        <List of={travellers} page={page} hasFiles={false} next="أضف الأعضاء أولًا، ثم اطبع بطاقاتهم.">
          <Table
            caption="المسافرون"
            rows={page.rows}
            columns={[
              {
                label: "الاسم",
                cell: (row) => (
                  <label className="tick flex items-center gap-2">
                    <input type="checkbox" name={chosen} value={row.id} />
                    <NameCell also={row.name_latin && <LatinName>{row.name_latin}</LatinName>}>
                      {row.name}
                    </NameCell>
                  </label>
                ),
              },
              ...(isTrip
                ? [{ label: "المجموعة", cell: ({ group_name }: (typeof page.rows)[number]) => group_name }]
                : []),
              {
                label: "الصورة",
                cell: ({ photo, name }) =>
                  photo ? (
                    <img
                      className="photo"
                      src={photo}
                      alt={`صورة ${name}`}
                      loading="lazy"
                      width="36"
                      height="36"
                    />
                  ) : (
                    "بلا صورة شخصية"
                  ),
              },
              { label: "رقم الهاتف", kind: "code", later: true, cell: ({ phone }) => phone },
            ]}
          />
        </List>
        {page.total > page.rows.length && (
          <p className="hint">
            يطبع من المختارين من في هذه الصفحة: {countPhrase(page.rows.length, travellerCount)}.
          </p>
        )}
      </form>
    </>
  );
  return isTrip ? (
    <Page title={`بطاقات «${name}»`} lead={lead} actions={<ButtonLink href={path}>الرحلة</ButtonLink>}>
      {content}
    </Page>
  ) : (
    <GroupPage screen="badges" lead={lead}>
      {content}
    </GroupPage>
  );
}
