import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { officeToday } from "~/domain/office-day.server";
import { companyHead } from "~/features/company/company.server";
import { screen } from "~/http/screen.server";
import { turnForPage } from "~/http/turns.server";
import { noteList } from "~/http/whole-lists.server";
import { PrintedReport } from "../report-print";
import { forPage } from "../reports.server";
import { journal } from "./journal";
import { readJournal } from "./journal.server";

export const meta = ({ data }: { data?: { report?: { lead?: string } } }) => [
  { title: ["طباعة", journal.title, data?.report?.lead].filter(Boolean).join(" ") },
];

/** The most lines on paper. A file has no limit. */
const most = 3000;

export const loader = screen(["view_reports"], async (visit) => {
  await turnForPage(visit);
  const { result, refusal } = await readJournal({ params: visit.url.searchParams, user: visit.user }, most);
  if (result) await noteList(visit, "printed", { title: journal.title, count: result.count });
  return {
    report: result && forPage(visit, result),
    refusal,
    today: officeToday(),
    company: await companyHead(db),
  };
});

const family = { ...journal, reports: { lines: journal.title } };

export default function PrintedJournal() {
  return <PrintedReport family={family} name="lines" {...useLoaderData<typeof loader>()} wide />;
}
