import type { MetaFunction } from "@remix-run/node";
import { useParams } from "@remix-run/react";
import { translated } from "~/domain/language";
import { membersOf } from "~/features/groups/member";
import { PrintedList } from "~/features/travellers/list-print";
import { printing } from "~/features/travellers/lists.server";
import { trip } from "~/features/trips/trip";
import { manifest } from "./manifest.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.language === "en" ? data.title : "طباعة كشف الركاب" },
];

export const handle = translated;

export const loader = printing(manifest);

export default function PrintManifest() {
  const params = useParams();
  const back = params.trip ? `${trip.path}/${params.trip}` : membersOf(Number(params.group)).path;
  return <PrintedList back={back} wide translated />;
}
