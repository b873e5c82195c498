import { useParams } from "@remix-run/react";
import { PrintedList } from "../lists/list-print";
import { printing } from "../lists/lists.server";
import { trip } from "../management/trip";
import { membersOf } from "../members/member";
import { manifestColumns } from "./manifest";
import { manifest } from "./manifest.server";

export const meta = () => [{ title: "طباعة كشف الركاب" }];

export const loader = printing(manifest);

export default function PrintManifest() {
  const params = useParams();
  const back = params.trip ? `${trip.path}/${params.trip}` : membersOf(Number(params.group)).path;
  return <PrintedList columns={manifestColumns} back={back} wide />;
}
