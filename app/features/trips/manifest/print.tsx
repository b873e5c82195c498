import type { MetaFunction } from "@remix-run/node";
import { useParams } from "@remix-run/react";
import { translated } from "~/domain/language";
import { PrintedList } from "../lists/list-print";
import { printing } from "../lists/lists.server";
import { trip } from "../management/trip";
import { membersOf } from "../members/member";
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
