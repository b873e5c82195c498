import { useLoaderData } from "@remix-run/react";
import { screen } from "~/http/screen.server";
import { type ReportTitle, titleOf } from "../report";
import { PrintedReport } from "../report-print";
import { chart } from "./journal";
import { books } from "./trial.server";

export const meta = ({ data }: { data?: Partial<ReportTitle> }) => [
  { title: `طباعة ${titleOf(chart, data)}` },
];

export const loader = screen(["view_reports"], books.readPrint);

export default function PrintedChart() {
  return <PrintedReport family={chart} {...useLoaderData<typeof loader>()} wide />;
}
