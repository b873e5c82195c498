import { randomUUID } from "node:crypto";
import { getFormProps } from "@conform-to/react";
import { redirect } from "@remix-run/node";
import { Form, useLoaderData, useRevalidator } from "@remix-run/react";
import { type MouseEvent, useEffect } from "react";
import { z } from "zod";
import { drawRows } from "~/db/drawing.server";
import { db } from "~/db/knex.server";
import { screenPage } from "~/db/list.server";
import { DomainError, invalid } from "~/domain/domain-error";
import { choice, flag, longText, optional } from "~/domain/input.server";
import { formatMoney } from "~/domain/money";
import { quote } from "~/domain/nouns";
import { officeTime } from "~/domain/office-day.server";
import { namesOf } from "~/domain/states";
import { customer } from "~/features/customers/customer";
import { customers } from "~/features/customers/customers.server";
import { OpenInstalments } from "~/features/instalments/open-instalments";
import { personPath } from "~/features/links/person-link";
import { StatementLink } from "~/features/links/statement-link";
import { redirectWithFlash, withFlash } from "~/http/flash.server";
import { formScreen, idParam, screen, submit } from "~/http/screen.server";
import { writeOnce } from "~/http/writes.server";
import { CheckboxField, TextAreaField } from "~/ui/form/field";
import { ErrorSummary, useOfficeForm } from "~/ui/form/form";
import { Author } from "~/ui/page/author";
import { useHydrated } from "~/ui/page/hydration";
import { ButtonLink, useHolds } from "~/ui/page/links";
import { Empty, Fact, Page, RefusedFilter } from "~/ui/page/page";
import { Pagination } from "~/ui/page/pagination";
import { CreditText } from "../debts/columns";
import { debtsPath } from "../debts/kinds";
import {
  chosen,
  lettersPath,
  longestReminder,
  reminder,
  reminderPath,
  reminderWays,
  type Unasked,
  unaskedText,
  waysByHand,
} from "../debts/reminder";
import { claimsOf, reminderWords, unaskedOf } from "./claims.server";
import { ReminderHistory } from "./history";
import { reminders } from "./reminders.server";
import { numberOf, whatsappAddress } from "./whatsapp.server";

const { write, labels } = reminder;

export const meta = () => [{ title: "تذكير بالسداد" }];

export const loader = screen([write], async ({ params, url: { searchParams }, user }) => {
  const { id, name, phone } = await customers.find(db, idParam(params.customer));
  const [claims, unasked, words, number, { rows, ...page }] = await Promise.all([
    claimsOf(db, [id]),
    unaskedOf(db, [id]),
    reminderWords(db),
    numberOf(db, { phone }),
    screenPage(reminders(id).list, searchParams),
  ]);
  const claim = claims.get(id);
  return {
    customer: { id, name, phone },
    claim,
    unasked: unasked.get(id),
    text: claim && words(name, claim),
    hasNumber: number !== "",
    page: { ...page, rows: drawRows(rows, (row) => ({ ...row, time: officeTime(row.sent_at) })) },
    user: { id: user.id, user_type: user.user_type },
    idempotencyKey: randomUUID(),
  };
});

const schema = z.object({
  how: choice(namesOf(reminderWays)),
  text: optional(longText(longestReminder)),
  note: optional(longText(500)),
  despite_credit: optional(flag()),
});

/** Notes the reminder, and then leads to WhatsApp where the user sends it. */
export const action = formScreen([write], ({ request, params, user }) =>
  submit(
    request,
    schema,
    async ({ how, text, note, despite_credit }, { key }) => {
      const { id, phone } = await customers.find(db, idParam(params.customer));
      const credits = (await claimsOf(db, [id])).get(id)?.credits;
      if (credits?.length && !despite_credit)
        throw invalid("despite_credit", "له مال تحت الحساب بعملة أخرى: علّم الخانة إن كنت تذكره مع ذلك");
      const number = await numberOf(db, { phone });
      if (how === "whatsapp" && !number)
        throw new DomainError("conflict", "رقم هاتف العميل ليس رقمًا صحيحًا يفتح في واتساب");
      if (how === "whatsapp" && !text) throw invalid("text", "اكتب نص التذكير");
      // The text is no part of the content: whoever presses again after a correction has reminded once. Another way is another reminder.
      await writeOnce({ user, key: key && `${how} ${key}` }, { reminder: id, how, note }, (trx) =>
        reminders(id).create(trx, { how, note, customer_id: id }, { user }),
      );
      const done = `سُجّل التذكير: ${reminderWays[how]}`;
      if (how === "whatsapp")
        return withFlash(redirect(whatsappAddress(number, text as string), 303), reminderPath(id), done);
      return redirectWithFlash(reminderPath(id), done);
    },
    { failure: "فشل تسجيل التذكير" },
  ),
);

export default function Reminder() {
  const { customer: person, claim, unasked, page, user } = useLoaderData<typeof loader>();
  return (
    <Page
      title="تذكير بالسداد"
      lead={<bdi>{person.name}</bdi>}
      actions={
        <>
          <ButtonLink href={personPath(person.id)}>صفحة العميل</ButtonLink>
          <ButtonLink href={debtsPath("customers")}>ديون العملاء</ButtonLink>
        </>
      }
    >
      {unasked && <NotAsked unasked={unasked} />}
      {claim ? (
        <>
          <section className="sheet-card">
            <h2>{claim.isDue ? "المستحق عليه" : "لا شيء مستحق بعد، وهذا ما يحل أولًا"}</h2>
            <dl className="facts grid-cols-2 sm:grid-cols-4">
              {claim.amounts.map(({ name, amount, ...currency }) => (
                <Fact key={currency.code} label={name}>
                  <span className="money">
                    {formatMoney(Number(amount), { ...currency, symbol: "" }, "code")}
                  </span>
                </Fact>
              ))}
              <Fact label={claim.isDue ? "منذ" : "يحل في"}>
                <bdi dir="ltr">{claim.due_since}</bdi>
              </Fact>
            </dl>
            <OpenInstalments open={claim.parts} />
            <p className="mt-3">
              <StatementLink of="customers" id={person.id} />
            </p>
          </section>
          <WriteReminder />
        </>
      ) : (
        <Empty title={unasked ? "لا شيء يطلب من العميل، فلا تذكير له" : "لا شيء على العميل، فلا تذكير له"} />
      )}
      {page.refusal && <RefusedFilter refusal={page.refusal} />}
      {page.rows.length > 0 && (
        <section className="sheet-card">
          <h2>التذكيرات السابقة</h2>
          <ReminderHistory rows={page.rows} user={user} />
        </section>
      )}
      {page.total > page.perPage && <Pagination {...page} />}
    </Page>
  );
}

/** What no reminder asks for, and where its contracts are cancelled. */
function NotAsked({ unasked }: { unasked: Unasked[] }) {
  const mayCancel = useHolds("manage_contracts");
  const campaigns = new Map(unasked.map(({ campaign }) => [campaign.id, campaign.name]));
  return (
    <p className="notice info" role="note">
      {unaskedText(unasked)}.{" "}
      {mayCancel &&
        [...campaigns].map(([id, name]) => (
          <a key={id} className="me-3" href={`/campaigns/${id}/cancel-contracts`}>
            إلغاء عقود {quote(name)}
          </a>
        ))}
    </p>
  );
}

/** The text, and what is done with it. Each button notes the reminder; only the print of a letter does not yet. */
function WriteReminder() {
  const { customer: person, claim, text, hasNumber, idempotencyKey } = useLoaderData<typeof loader>();
  const live = useHydrated();
  useFreshPage();
  const [form, fields] = useOfficeForm<{ text: string; note: string; despite_credit: string }>("reminder", {
    constraint: { text: { required: true } },
    values: { text, note: "", despite_credit: "" },
  });
  return (
    <section className="sheet-card">
      {/* Sent by the browser itself: WhatsApp opens in a tab of its own. */}
      <Form method="post" reloadDocument rel="noopener" {...getFormProps(form)}>
        <ErrorSummary form={form} labels={labels} />
        <Author isTyped />
        <input type="hidden" name="idempotency_key" value={idempotencyKey} />
        <div className="fields">
          <TextAreaField
            field={fields.text}
            label={labels.text}
            rows={10}
            hint="عدّله قبل إرساله إن شئت. لا يرسل النظام شيئًا بنفسه: كل زر يسجل تذكيرك، إلا الرسالة المطبوعة فتسجل بعد تسليمها."
          />
          {claim && claim.credits.length > 0 && (
            <CheckboxField
              field={fields.despite_credit}
              label={labels.despite_credit}
              text="أذكّره مع ذلك"
              hint={claim.credits.map((credit) => (
                <span key={credit.code} className="block">
                  <CreditText {...credit} />
                </span>
              ))}
              required
            />
          )}
          <TextAreaField field={fields.note} label="ملاحظة تسجل مع التذكير (اختيارية)" rows={2} />
        </div>
        {!hasNumber && <NoNumber />}
        <div className="form-actions">
          {hasNumber && (
            <button className="button primary" type="submit" name="how" value="whatsapp" formTarget="_blank">
              فتح في واتساب
            </button>
          )}
          <button className="button" type="submit" name="how" value="copy" onClick={copyText}>
            {/* One upon the other, so that nothing moves when the scripts start. */}
            <span className="grid *:[grid-area:1/1]">
              <span className={live ? "" : "invisible"}>نسخ النص</span>
              <span className={live ? "invisible" : ""}>سجّل أني نسخت النص وأرسلته</span>
            </span>
          </button>
          <button
            className="button"
            type="submit"
            name="intent"
            value="letter"
            formAction={`${lettersPath}?${chosen}=${person.id}`}
          >
            طباعة رسالة
          </button>
          {namesOf(waysByHand).map((how) => (
            <button key={how} className="button" type="submit" name="how" value={how} formNoValidate>
              سجّل: {waysByHand[how]}
            </button>
          ))}
        </div>
      </Form>
    </section>
  );
}

/** Why WhatsApp cannot be opened, and where to mend it. */
function NoNumber() {
  const { id, phone } = useLoaderData<typeof loader>().customer;
  const mayEdit = useHolds(customer.write);
  return (
    <p className="hint mt-3">
      لا يفتح في واتساب: رقم الهاتف <bdi dir="ltr">{phone}</bdi> ليس رقمًا صحيحًا.{" "}
      {mayEdit ? (
        <a href={`${customer.path}/${id}/edit?from=page`}>صحح رقم العميل</a>
      ) : (
        <a href={personPath(id)}>صفحة العميل</a>
      )}
    </p>
  );
}

/** Copies the form's text in the moment of the click; the form is sent afterwards. `navigator.clipboard` is missing on plain http. */
function copyText({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) {
  const text = form?.elements.namedItem("text");
  if (!(text instanceof HTMLTextAreaElement)) return;
  text.select();
  document.execCommand("copy");
}

/** Reads the page's data again when the user comes back from WhatsApp: the reminder is noted then, and the next one is another. */
function useFreshPage() {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    // not where a refused form came back: its answer would go
    const look = () =>
      document.visibilityState === "visible" && !window.__remixRouter?.state.actionData && revalidate();
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [revalidate]);
}
