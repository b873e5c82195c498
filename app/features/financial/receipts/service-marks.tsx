import { useLoaderData } from "@remix-run/react";
import { askedByValues } from "~/db/choices.server";
import { drawRows } from "~/db/drawing.server";
import { db } from "~/db/knex.server";
import { screenPage } from "~/db/list.server";
import { countNoun, countPhrase } from "~/domain/count-words";
import { formatMoney } from "~/domain/money";
import { lastClosedDay } from "~/features/closing/closings.server";
import { PersonLink } from "~/features/links/person-link";
import { serviceMarksPath } from "~/features/links/service-marks";
import { EventDayField } from "~/features/money/event-day-field";
import { formOf, saveAction } from "~/http/entity-screens.server";
import { screen } from "~/http/screen.server";
import { useEntityForm } from "~/ui/form/entity-form";
import { TextField } from "~/ui/form/field";
import { OfficeForm } from "~/ui/form/form";
import { keepForm } from "~/ui/form/keep-form";
import { OfferField } from "~/ui/form/offer-field";
import { Remarks } from "~/ui/form/remarks";
import { FilterBar, FilterPeriod, FilterText } from "~/ui/page/filter-bar";
import { ButtonLink } from "~/ui/page/links";
import { List, Page } from "~/ui/page/page";
import { NameCell, Table } from "~/ui/page/table";
import { serviceOffer } from "../vouchers/purpose.server";
import { type Receipt, receipt } from "./receipt";
import { findReceipt } from "./receipts.server";
import { listUnmarked, pageOfUnmarked, serviceMarkForms } from "./service-marks.server";

const { labels } = receipt;
const title = "دفعات بلا عقد";

export const meta = () => [{ title }];

export const loader = screen([receipt.write], async ({ url: { searchParams } }) => {
  const [form, { rows, ...page }, other_service_id, closedUntil] = await Promise.all([
    formOf({ find: findReceipt, ...serviceMarkForms }, {}),
    screenPage(listUnmarked, pageOfUnmarked(searchParams)),
    serviceOffer(askedByValues()),
    lastClosedDay(db),
  ]);
  return {
    ...form,
    ...page,
    rows: drawRows(rows, (row) => toListRow(row, closedUntil)),
    offers: { other_service_id },
  };
});

const toListRow = (row: Receipt, closedUntil: string) => ({
  id: row.id,
  receipt_number: row.receipt_number,
  customer_id: row.customer_id as number,
  customer: row.customer,
  description: row.description,
  amount: formatMoney(row.amount, row.currency),
  date: row.date,
  isClosed: row.date <= closedUntil,
});

const receiptCount = countNoun("سند واحد", "سندان", "سندات", "سندًا", "سند");

export const action = saveAction(receipt, serviceMarkForms, {
  offers: async (asked) => ({ other_service_id: await serviceOffer(asked) }),
  to: (_, { url }) => serviceMarksPath + url.search,
  message: ({ receipt_vouchers }) => {
    const service = receipt_vouchers[0]?.service;
    return `سُجل ثمنَ خدمة «${service}»: ${countPhrase(receipt_vouchers.length, receiptCount)}`;
  },
});

export const clientAction = keepForm();

/** Old receipts without a contract, to be marked as the price of a service (books.md, rule 10). */
export default function ServiceMarks() {
  const { rows, total, page, perPage, refusal, ...loaded } = useLoaderData<typeof loader>();
  const form = useEntityForm(receipt, loaded);
  const { field, offer } = form;
  const chosen = field("receipt_ids");
  const ticked = [chosen.field.initialValue ?? []].flat().map(String);
  return (
    <Page
      title={title}
      lead="ما قبض من العملاء ولم يسم عقدًا يبقى لهم تحت الحساب. علّم ما كان منه ثمن خدمة، كتذكرة أو كرسي متحرك."
      actions={<ButtonLink href={receipt.path}>سندات القبض</ButtonLink>}
    >
      <FilterBar searchLabel="بحث برقم أو عميل أو مبلغ">
        <FilterText name="description" label="في البيان" />
        <FilterPeriod />
      </FilterBar>
      <OfficeForm
        form={form.form}
        labels={labels}
        back={receipt.path}
        page
        save="تسجيل المعلّم ثمنَ خدمة"
        idempotencyKey={loaded.idempotencyKey}
      >
        <section className="sheet-card">
          <h2>ثمن ماذا</h2>
          <div className="fields">
            <OfferField {...offer("other_service_id")} empty="خدمة أخرى" />
            <TextField {...field("service_name")} hint="إن لم تكن في القائمة." />
            <EventDayField
              {...field("event_date")}
              hint="لسندات الفترات المقفلة: تباع خدمتها في هذا اليوم، وهو اليوم إن ترك فارغًا. أما غيرها فتباع في تاريخ سندها."
            />
          </div>
        </section>
        <div id={chosen.field.id} tabIndex={-1}>
          <input type="hidden" name={chosen.field.name} value="" />
          <Remarks field={chosen.field} />
          {rows.length > 1 && (
            <label className="tick mb-2 flex items-center gap-2">
              <input type="checkbox" name="whole_page" value={rows.map(({ id }) => id).join()} />
              كل ما في هذه الصفحة: {countPhrase(rows.length, receiptCount)}
            </label>
          )}
          <List
            of={receipt}
            page={{ rows, total, page, perPage, refusal }}
            hasFiles={false}
            next="ليس للعملاء شيء تحت الحساب بلا عقد."
          >
            <Table
              caption={title}
              rows={rows}
              columns={[
                {
                  label: labels.customer_id,
                  cell: (row) => (
                    <span className="flex items-start gap-2">
                      <input
                        type="checkbox"
                        name={chosen.field.name}
                        value={row.id}
                        defaultChecked={ticked.includes(String(row.id))}
                        aria-label={`${row.receipt_number} من ${row.customer}`}
                      />
                      <NameCell also={<bdi dir="ltr">{row.receipt_number}</bdi>}>
                        <span className="one-line">
                          <PersonLink id={row.customer_id}>{row.customer}</PersonLink>
                        </span>
                      </NameCell>
                    </span>
                  ),
                },
                {
                  label: labels.description,
                  cell: ({ description }) => <span className="line-clamp-2">{description ?? "—"}</span>,
                },
                { label: labels.amount, kind: "n", cell: ({ amount }) => amount },
                {
                  label: labels.date,
                  cell: ({ date, isClosed }) => (
                    <NameCell also={isClosed && "فترة مقفلة"}>
                      <bdi dir="ltr">{date}</bdi>
                    </NameCell>
                  ),
                },
              ]}
            />
          </List>
        </div>
      </OfficeForm>
    </Page>
  );
}
