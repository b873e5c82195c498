import { useLoaderData } from "@remix-run/react";
import { PrintedReport } from "~/features/reports/report-print";
import { screen } from "~/http/screen.server";
import { type ReportTitle, titleOf } from "../report";
import { administrativeReports } from "./administrative";
import { administrative } from "./reports.server";

export const meta = ({ data }: { data?: Partial<ReportTitle> }) => [
  { title: `طباعة ${titleOf(administrativeReports, data)}` },
];

export const loader = screen(["view_reports"], administrative.readPrint);

export default function PrintedAdministrativeReport() {
  return <PrintedReport family={administrativeReports} {...useLoaderData<typeof loader>()} />;
}
