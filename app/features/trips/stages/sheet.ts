import { db } from "~/db/knex.server";
import { hijri } from "~/domain/hijri";
import { idParam } from "~/http/screen.server";
import { exporting, type SheetColumn } from "~/http/sheets.server";
import { trip } from "../management/trip";
import { trips } from "../management/trips.server";
import { stageLabels as labels, type Stage, stageStatusLabels } from "./stage";
import { stages } from "./stages.server";

const columns: SheetColumn<Stage>[] = [
  { head: labels.date, kind: "date", cell: ({ date }) => date },
  { head: "التاريخ الهجري", width: 20, cell: ({ date }) => hijri(date) },
  { head: labels.time, cell: ({ time }) => time },
  { head: labels.name, width: 40, cell: ({ name }) => name },
  { head: labels.description, width: 60, cell: ({ description }) => description },
  { head: labels.status, cell: ({ status }) => stageStatusLabels[status] },
];

export const loader = exporting([trip.write], async ({ params }) => {
  const { id, name } = await trips.find(db, idParam(params.trip));
  return { title: `مراحل ${name}`, columns, rows: stages(() => id).list() };
});

export { refuseWrites as action } from "~/http/download.server";
