import { useLoaderData } from "@remix-run/react";
import { screen } from "~/http/screen.server";
import { PrintedReport } from "../printed-report";
import { type Titled, titleOf } from "../report";
import { administrativeReports } from "./administrative";
import { administrative } from "./reports.server";

export const meta = ({ data }: { data?: Partial<Titled> }) => [
  { title: `طباعة ${titleOf(administrativeReports, data)}` },
];

export const loader = screen(["view_reports"], administrative.printed);

export default function PrintedAdministrativeReport() {
  return <PrintedReport family={administrativeReports} {...useLoaderData<typeof loader>()} />;
}
