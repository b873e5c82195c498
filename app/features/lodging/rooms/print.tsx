import type { MetaFunction } from "@remix-run/node";
import { useParams } from "@remix-run/react";
import { translated } from "~/domain/language";
import { PrintedList } from "~/features/travellers/list-print";
import { printing } from "~/features/travellers/lists.server";
import { printTitle } from "~/ui/print-title";
import { roomsOf } from "../room";
import { roomingList } from "./rooming-list.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => printTitle(data?.title, data?.name);

export const handle = translated;

export const loader = printing(roomingList);

export default function PrintRooms() {
  return <PrintedList back={roomsOf(useParams().group ?? "").path} translated />;
}
