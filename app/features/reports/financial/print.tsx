import { useLoaderData } from "@remix-run/react";
import { PrintedReport } from "~/features/reports/report-print";
import { screen } from "~/http/screen.server";
import { type ReportTitle, titleOf } from "../report";
import { financialReports } from "./financial";
import { financial } from "./reports.server";

export const meta = ({ data }: { data?: Partial<ReportTitle> }) => [
  { title: `طباعة ${titleOf(financialReports, data)}` },
];

export const loader = screen(["view_reports"], financial.readPrint);

export default function PrintedFinancialReport() {
  return <PrintedReport family={financialReports} {...useLoaderData<typeof loader>()} />;
}
