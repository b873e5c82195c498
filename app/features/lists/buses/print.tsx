import type { MetaFunction } from "@remix-run/node";
import { useParams } from "@remix-run/react";
import { translated } from "~/domain/language";
import { PrintedList } from "~/features/travellers/list-print";
import { printing } from "~/features/travellers/lists.server";
import { trip } from "~/features/trips/trip";
import { printTitle } from "~/ui/print-title";
import { busesPath } from "./bus";
import { busList } from "./seats.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => printTitle(data?.title, data?.name);

export const handle = translated;

export const loader = printing(busList);

export default function PrintBuses() {
  const params = useParams();
  const back = params.trip ? `${trip.path}/${params.trip}` : busesPath(params.group ?? "");
  return <PrintedList back={back} translated />;
}
