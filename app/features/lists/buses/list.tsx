import { useLoaderData } from "@remix-run/react";
import { db, transact } from "~/db/knex.server";
import { countPhrase } from "~/domain/count-words";
import { inLanguage } from "~/domain/language";
import { group } from "~/features/groups/group";
import { GroupPage, groupMeta } from "~/features/groups/group-page";
import { memberCount } from "~/features/groups/member";
import { memberFields, memberPage } from "~/features/travellers/member-fields.server";
import { FieldCell, MemberForm } from "~/features/travellers/member-form";
import { readForm } from "~/http/body.server";
import { redirectWithFlash } from "~/http/flash.server";
import { formScreen, idParam, screen, submitForm } from "~/http/screen.server";
import { keepForm } from "~/ui/form/keep-form";
import { ExportLinks } from "~/ui/page/export-links";
import { ButtonLink } from "~/ui/page/links";
import { Badge, count, Empty, Fact, Figures } from "~/ui/page/page";
import { Pagination } from "~/ui/page/pagination";
import { busesPath, type Fleet, isBeyond, type Rider } from "./bus";
import { freeSeats, seatRow } from "./seat-row";
import { ridersOf, saveSeats, seatFields, seatTheRest, wasOf } from "./seats.server";

export const meta = groupMeta("مقاعد الحافلات");

export const loader = screen([group.write], async ({ params, url: { searchParams } }) => {
  const { group: groupRow, riders, fleet } = await ridersOf(db, idParam(params.group));
  return {
    group: groupRow,
    fleet,
    ...(await memberPage(riders, wasOf, searchParams)),
    free: freeSeats(riders, fleet),
    pairs: seatRow(riders, fleet)
      .pairs()
      .map((pair) => pair.map(({ id, name, bus, seat }) => ({ id, name, bus, seat }))),
    unseated: riders.filter((rider) => !rider.seat || isBeyond(rider, fleet)).length,
    isClear: riders.every(({ seat }) => !seat),
  };
});

export const action = formScreen([group.write], async ({ request, params, url, user }) => {
  const id = idParam(params.group);
  const form = await readForm(request);
  const { schema, sentOf } = memberFields(form, "seat", seatFields);
  const isRest = form.get("intent") === "rest";
  return submitForm(
    form,
    schema,
    async (input) => {
      const [count, verb, none] = await transact(user, async (trx): Promise<[number, string, string]> => {
        const changeCount = await saveSeats(trx, id, sentOf(input));
        return isRest
          ? [await seatTheRest(trx, id), "وزعت المقاعد على", "لكل عضو مقعد من قبل"]
          : [changeCount, "حفظت مقاعد", "لم يتغير شيء"];
      });
      return redirectWithFlash(
        busesPath(id) + url.search,
        count ? `${verb} ${countPhrase(count, memberCount, "genitive")}` : none,
        count ? "success" : "info",
      );
    },
    { failure: "فشل حفظ المقاعد" },
  );
});

export const clientAction = keepForm();

export default function Buses() {
  const { group: of, fleet, rows, free, pairs, unseated, isClear, ...page } = useLoaderData<typeof loader>();
  const path = busesPath(of.id);
  return (
    <GroupPage
      screen="buses"
      title="مقاعد الحافلات"
      lead={of.busNumber ?? "لم تحدد حافلة: المقاعد بسعة المجموعة"}
      actions={
        <>
          <ButtonLink href={`${path}/print`}>طباعة</ButtonLink>
          <a className="button" href={`${path}/print${inLanguage("en", "")}`} lang="en">
            English
          </a>
          <ExportLinks path={path} />
          {!isClear && (
            <a
              className="button"
              href={`${path}/clear`}
              data-confirm="browser"
              data-question="هل تريد إخلاء مقاعد المجموعة كلها؟"
            >
              إخلاء المقاعد
            </a>
          )}
        </>
      }
    >
      <Figures
        figures={[
          { label: "الأعضاء", value: count(page.total) },
          { label: "بلا مقعد", value: count(unseated) },
          { label: "الحافلات", value: count(fleet.buses) },
          { label: "مقاعد الحافلة", value: count(fleet.seats) },
        ]}
      />
      {page.total === 0 ? (
        <Empty title="لا أعضاء في المجموعة بعد">
          <p>أضف الأعضاء أولًا، ثم أعطهم مقاعدهم.</p>
        </Empty>
      ) : (
        <>
          <dl className="facts sheet-card">
            {free.map(({ bus, free, runs }) => (
              <Fact key={bus} label={fleet.buses > 1 ? `الشاغر في الحافلة ${bus}` : "المقاعد الشاغرة"}>
                {free ? (
                  <>
                    {count(free)}: {runs.slice(0, 12).map(rangeText).join("، ")}
                    {runs.length > 12 && " …"}
                  </>
                ) : (
                  "لا مقعد شاغرًا"
                )}
              </Fact>
            ))}
          </dl>
          {pairs.length > 0 && (
            <section className="notice info">
              <p>متجاورون في المقاعد، رجل وامرأة ليسا من عائلة واحدة:</p>
              <ul>
                {pairs.slice(0, mostPairs).map((pair) => (
                  <li key={pair[0]?.id}>
                    {pair.map(({ name, seat }) => `${name} (المقعد ${seat})`).join(" و")}
                    {fleet.buses > 1 && `، في الحافلة ${pair[0]?.bus}`}
                  </li>
                ))}
                {pairs.length > mostPairs && <li>وغيرهم</li>}
              </ul>
            </section>
          )}
          <SeatFields key={JSON.stringify(rows)} groupId={of.id} fleet={fleet} rows={rows} />
        </>
      )}
      <Pagination {...page} />
    </GroupPage>
  );
}

/** As many neighbours are named who should not sit side by side. */
const mostPairs = 30;

/** A range of seats: «من 3 إلى 8»، «12» */
const rangeText = ([first, last]: [number, number]) =>
  first === last ? String(first) : `من ${first} إلى ${last}`;

function SeatFields({
  groupId,
  fleet,
  rows,
}: {
  groupId: number;
  fleet: Fleet;
  rows: (Rider & { was: string })[];
}) {
  const buses = Array.from({ length: fleet.buses }, (_, index) => index + 1);
  const hasSeveral = buses.length > 1;
  return (
    <MemberForm
      id={`seats-${groupId}`}
      rows={rows}
      fields={["seat", "bus"]}
      values={({ seat, bus }) => ({ seat, ...(hasSeveral && { bus: bus ?? 1 }) })}
      heads={["العائلة", ...(hasSeveral ? ["الحافلة"] : []), "المقعد"]}
      row={(rider, field) => {
        const { name, family } = rider;
        const seat = field("seat");
        const bus = field("bus");
        return (
          <>
            <td>{family ?? "—"}</td>
            {hasSeveral && (
              <FieldCell remarks={bus.remarks}>
                <select {...bus.control} aria-label={`حافلة ${name}`}>
                  {buses.map((number) => (
                    <option key={number} value={number}>
                      {`الحافلة ${number}`}
                    </option>
                  ))}
                </select>
              </FieldCell>
            )}
            <FieldCell remarks={seat.remarks}>
              <input
                {...seat.control}
                dir="ltr"
                inputMode="numeric"
                autoComplete="off"
                size={5}
                aria-label={`مقعد ${name}`}
              />
              {isBeyond(rider, fleet) && <Badge tone="bad">ليس في الحافلة</Badge>}
            </FieldCell>
          </>
        );
      }}
      buttons={
        <button className="button" type="submit" name="intent" value="rest">
          وزع المقاعد
        </button>
      }
    />
  );
}
