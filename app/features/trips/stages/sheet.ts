import { db } from "~/db/knex.server";
import { hijri } from "~/domain/hijri";
import { fieldColumns } from "~/http/field-columns.server";
import { idParam } from "~/http/screen.server";
import { exportLoader } from "~/http/sheets.server";
import { type Stage, stage } from "../stage";
import { stages } from "../stages.server";
import { trip } from "../trip";
import { trips } from "../trips.server";

const columns = fieldColumns<Stage>(stage, {
  date: { behind: [{ head: "التاريخ الهجري", width: 20, cell: ({ date }) => hijri(date) }] },
});

export const loader = exportLoader([trip.write], async ({ params }) => {
  const { id, name } = await trips.find(db, idParam(params.trip));
  return { title: `مراحل ${name}`, columns, rows: stages(() => id).list() };
});
