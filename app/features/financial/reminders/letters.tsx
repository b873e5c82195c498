import { randomUUID } from "node:crypto";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { db } from "~/db/knex.server";
import { rowsOrRefusal } from "~/db/list.server";
import { countNoun, countPhrase } from "~/domain/count-words";
import { dayOf } from "~/domain/hijri";
import { longText, optional, parse } from "~/domain/input.server";
import { officeToday } from "~/domain/office-day.server";
import { companyHead } from "~/features/company/company.server";
import { OpenInstalments } from "~/features/instalments/open-instalments";
import { DrawnRows } from "~/first-page/drawn-rows";
import { readForm } from "~/http/body.server";
import { redirectWithFlash } from "~/http/flash.server";
import { authorOf, refuseForeign } from "~/http/form-author.server";
import { formScreen, screen } from "~/http/screen.server";
import { turnForPage } from "~/http/turns.server";
import { noteList } from "~/http/whole-lists.server";
import { writeOnce } from "~/http/writes.server";
import { Author } from "~/ui/page/author";
import { RefusedFilter } from "~/ui/page/page";
import { Pagination } from "~/ui/page/pagination";
import { PrintBar, PrintSheet } from "~/ui/print-sheet";
import { debtsPath } from "../debts/kinds";
import { chosen, letterCount, mostLetters, reminder, reminderPath } from "../debts/reminder";
import { chosenIn, lettersOf } from "./letters.server";
import { noteReminders } from "./reminders.server";

const { write, labels } = reminder;

export const meta = () => [{ title: "رسائل تذكير بالسداد" }];

/** The debts' list with the address's filters, or the page of the one customer. */
function backOf(params: URLSearchParams) {
  const [only, ...others] = params.getAll(chosen);
  if (only && !others.length && /^\d{1,9}$/.test(only)) return reminderPath(Number(only));
  const filters = new URLSearchParams(params);
  for (const name of [chosen, "page"]) filters.delete(name);
  return `${debtsPath("customers")}${filters.size ? `?${filters}` : ""}`;
}

/** Shows the letters. They are noted as reminders only when the user says that they were handed over. */
export const loader = screen([write], async (visit) => {
  const { searchParams } = visit.url;
  await turnForPage(visit);
  const letters = await rowsOrRefusal(() => lettersOf(searchParams));
  if (letters.rows.length > 1)
    await noteList(visit, "printed", {
      of: "customers",
      title: "رسائل تذكير بالسداد",
      count: letters.rows.length,
    });
  return {
    without: 0,
    unasked: 0,
    withCredit: 0,
    ...letters,
    day: dayOf(officeToday()),
    company: await companyHead(db),
    back: backOf(searchParams),
    idempotencyKey: randomUUID(),
    author: authorOf(visit.user),
  };
});

const letterText = z.object({ text: optional(longText(4000)) });

/** Prints one letter with the words that the user typed, or notes the letters of the page as handed over. */
export const action = formScreen([write], async ({ request, user, url: { searchParams } }) => {
  const form = await readForm(request);
  refuseForeign(form);
  if (form.get("intent")) return parse(letterText, { text: form.get("text") }, labels);
  const customerIds = chosenIn(form);
  const key = form.get("idempotency_key");
  const noted = await writeOnce(
    { user, key: typeof key === "string" ? key : null },
    { letters: customerIds },
    (trx) => noteReminders(trx, customerIds, { how: "letter" }, { user }),
  );
  return redirectWithFlash(
    backOf(searchParams),
    noted.length
      ? `سُجّل تسليم ${countPhrase(noted.length, letterCount, "genitive")}`
      : "لا شيء يطلب من أحد منهم، فلم يسجل تذكير",
    noted.length ? "success" : "info",
  );
});

const customerCount = countNoun("عميل واحد", "عميلان", "عملاء", "عميلًا", "عميل");

/** The letters after «تسليم». */

export default function Letters() {
  const { rows, without, unasked, withCredit, refusal, day, company, back, idempotencyKey, author, ...page } =
    useLoaderData<typeof loader>();
  const typed = useActionData<{ text?: string | null }>()?.text;
  return (
    <main>
      <PrintBar back={back} after={50}>
        {rows.length > 0 && (
          <Form method="post" reloadDocument>
            <Author own={author} />
            <input type="hidden" name="idempotency_key" value={idempotencyKey} />
            {rows.map(({ id }) => (
              <input key={id} type="hidden" name={chosen} value={id} />
            ))}
            <button className="button" type="submit">
              سُلّمت الرسائل: سجّلها
            </button>
          </Form>
        )}
      </PrintBar>
      {(without > 0 || unasked > 0 || withCredit > 0 || page.total > page.perPage) && (
        <div className="notice info print-note">
          {without > 0 && <p>{`لا رسالة لمن لم يبق عليه شيء: ${countPhrase(without, customerCount)}.`}</p>}
          {unasked > 0 && (
            <p>{`لا رسالة لمن كل ما عليه من عقود حملة ملغاة: ${countPhrase(unasked, customerCount)}. يلغى عقده أولًا.`}</p>
          )}
          {withCredit > 0 && (
            <p>
              {`لا رسالة هنا لمن له مال تحت الحساب بعملة أخرى: ${countPhrase(withCredit, customerCount)}. يكون التذكير من صفحة العميل نفسه.`}
            </p>
          )}
          {page.total > page.perPage && (
            <p>في كل صفحة {mostLetters} دين على الأكثر: اطبعها، وسجّل تسليمها، ثم انتقل إلى الصفحة التالية.</p>
          )}
        </div>
      )}
      {refusal && <RefusedFilter refusal={refusal} />}
      {!refusal && rows.length === 0 && (
        <article className="print-sheet">
          <p>لا رسائل هنا: لا شيء يطلب من العملاء المختارين.</p>
        </article>
      )}
      <DrawnRows rows={rows} instead={(words) => <article className="print-sheet">{words}</article>}>
        {({ name, text, parts }) => (
          <PrintSheet
            company={company}
            title="تذكير بالسداد"
            number={day}
            about={name}
            signatures={["المحاسب", "ختم المكتب"]}
          >
            <div className="letter">
              <p>{(rows.length === 1 && typed) || text}</p>
              <OpenInstalments open={parts} onPaper />
            </div>
          </PrintSheet>
        )}
      </DrawnRows>
      {rows.length > 1 && (
        // The foot of a page cannot tell whose of several letters it is.
        <style
          dangerouslySetInnerHTML={{ __html: '@page{@bottom-right{content:""}@bottom-left{content:""}}' }}
        />
      )}
      {page.total > page.perPage && <Pagination {...page} rows={rows} />}
    </main>
  );
}
