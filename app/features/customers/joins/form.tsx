import { randomUUID } from "node:crypto";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { db } from "~/db/knex.server";
import { searchOf } from "~/db/list.server";
import { DomainError } from "~/domain/domain-error";
import { id } from "~/domain/input.server";
import { quote } from "~/domain/nouns";
import { activityLabels } from "~/domain/status";
import { type Customer, customer } from "~/features/customers/customer";
import { customers } from "~/features/customers/customers.server";
import { redirectWithFlash } from "~/http/flash.server";
import { formScreen, idParam, screen, submit } from "~/http/screen.server";
import { writeOnce } from "~/http/writes.server";
import { OfficeForm, useOfficeForm } from "~/ui/form/form";
import { keepForm } from "~/ui/form/keep-form";
import { FilterBar } from "~/ui/page/filter-bar";
import { ButtonLink } from "~/ui/page/links";
import { Empty, Page } from "~/ui/page/page";
import { Sentence } from "~/ui/page/sentence";
import { Table } from "~/ui/page/table";
import { joinPath } from "../join";
import { Comparison } from "./comparison";
import { alikeOf, countsOf, haveOneTelephone, joinCustomers, refusalsOf } from "./joins.server";

export const meta = () => [{ title: "دمج سجلين لعميل واحد" }];

export const loader = screen([customer.write], async ({ params, url: { searchParams } }) => {
  const one = await customers.find(db, idParam(params.id));
  const partner = searchParams.get("with");
  if (!partner) {
    const search = searchOf(searchParams);
    return { one, search, alike: await alikeOf(one, search), pair: undefined };
  }
  const other = await customers.find(db, idParam(partner));
  if (other.id === one.id) throw new DomainError("not_found", "اختر سجلًا آخر: هذا هو السجل نفسه");
  const [counts, otherCounts, refusals, otherRefusals, hasOneTelephone] = await Promise.all([
    countsOf(db, one.id),
    countsOf(db, other.id),
    refusalsOf(db, one, other),
    refusalsOf(db, other, one),
    haveOneTelephone(db, one, other),
  ]);
  const pair = [
    { record: one, counts, refusals },
    { record: other, counts: otherCounts, refusals: otherRefusals },
  ];
  return { one, search: "", alike: [] as Customer[], pair, hasOneTelephone, idempotencyKey: randomUUID() };
});

const schema = z.object({ keep: id() });

export const action = formScreen([customer.write], ({ request, params, url: { searchParams }, user }) => {
  const ids = [idParam(params.id), idParam(searchParams.get("with") ?? "")];
  return submit(
    request,
    schema,
    async ({ keep }, { form, key }) => {
      const gone = ids.find((one) => one !== keep);
      if (!ids.includes(keep) || !gone) throw new DomainError("invalid", "اختر السجل الذي يبقى");
      const versions = new Map(ids.flatMap((one) => seenIn(form, one)));
      const { name } = await writeOnce({ user, key }, { join: [keep, gone] }, (trx) =>
        joinCustomers(trx, keep, gone, { user }, versions),
      );
      return redirectWithFlash(`${customer.path}/${keep}/edit`, `تم دمج السجلين في سجل ${quote(name)}`);
    },
    { failure: "فشل دمج السجلين" },
  );
});

const seenIn = (form: FormData, one: number): [number, string][] => {
  const at = form.get(`seen_${one}`);
  return typeof at === "string" ? [[one, at]] : [];
};

export const clientAction = keepForm();

export default function JoinCustomers() {
  const { one, pair } = useLoaderData<typeof loader>();
  return (
    <Page
      title="دمج سجلين لعميل واحد"
      lead={<bdi>{one.name}</bdi>}
      actions={<ButtonLink href={customer.path}>العملاء</ButtonLink>}
    >
      {pair ? <Columns key={pair[1]?.record.id} /> : <Choice />}
    </Page>
  );
}

/** The customers to compare with: of the same phone or name, or those that a search finds. */
function Choice() {
  const { one, alike, search } = useLoaderData<typeof loader>();
  return (
    <>
      <FilterBar searchLabel="السجل الآخر: بحث بالاسم أو رقم الهوية أو الهاتف" />
      {alike.length === 0 ? (
        <Empty title={search ? "لا يوجد عملاء يطابقون البحث" : "لا سجل آخر بهذا الاسم أو هذا الهاتف"}>
          <p>ابحث عن السجل الآخر باسمه أو برقم من أرقامه.</p>
        </Empty>
      ) : (
        <>
          <h2 className="section-title">{search ? "نتائج البحث" : "سجلات بالاسم نفسه أو الهاتف نفسه"}</h2>
          <Table
            of={customer}
            rows={alike}
            columns={[
              { label: customer.labels.name, cell: ({ name }) => name },
              { label: customer.labels.phone, kind: "code", cell: ({ phone }) => phone },
              {
                label: customer.labels.national_id,
                kind: "code",
                cell: ({ national_id }) => national_id ?? "—",
              },
              {
                label: customer.labels.passport_number,
                kind: "code",
                cell: ({ passport_number }) => passport_number ?? "—",
              },
              { label: customer.labels.status, cell: ({ status }) => activityLabels[status] },
            ]}
            actions={({ id }) => <a href={joinPath(one.id, id)}>مقارنة ودمج</a>}
          />
        </>
      )}
    </>
  );
}

/** Both records side by side, and the choice of the one that stays. */
function Columns() {
  const loaded = useLoaderData<typeof loader>();
  const pair = loaded.pair ?? [];
  // The default is the one that may stay; if both may, the one with more references.
  const total = ({ counts }: (typeof pair)[number]) => counts.reduce((sum, { count }) => sum + count, 0);
  const possible = pair.filter(({ refusals }) => !refusals.length);
  const [best] = possible.toSorted((first, second) => total(second) - total(first));
  const [form, fields] = useOfficeForm<{ keep: number }>("join", {
    values: { keep: best?.record.id },
  });
  const comparison = (
    <Comparison
      pair={pair}
      keep={Number(fields.keep.initialValue)}
      same={loaded.hasOneTelephone ? ["phone"] : []}
    />
  );
  if (!best)
    return (
      <>
        <section className="errors" role="alert">
          <p>لا يمكن دمج هذين السجلين الآن:</p>
          <ul>
            {[...new Set(pair.flatMap(({ refusals }) => refusals))].map((sentence) => (
              <li key={sentence}>
                <Sentence text={sentence} />
              </li>
            ))}
          </ul>
        </section>
        {comparison}
      </>
    );
  return (
    <OfficeForm
      form={form}
      labels={{ keep: "السجل الذي يبقى" }}
      back={joinPath(loaded.one.id)}
      next={`${customer.path}/${loaded.one.id}/edit`}
      page
      save="دمج السجلين"
      busyLabel="جاري الدمج..."
      idempotencyKey={loaded.idempotencyKey}
    >
      {pair.map(({ record }) => (
        <input key={record.id} type="hidden" name={`seen_${record.id}`} value={record.updated_at} />
      ))}
      {comparison}
      <p className="mt-3">
        تنتقل عقود السجل الآخر وسنداته وتأشيراته وعضوياته إلى السجل الذي يبقى، ويأخذ منه ما ينقصه، ثم يحذف
        الآخر. لا يمكن التراجع عن الدمج.
      </p>
    </OfficeForm>
  );
}
