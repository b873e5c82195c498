import type { MetaFunction } from "@remix-run/node";
import { useParams } from "@remix-run/react";
import { translated } from "~/domain/language";
import { PrintedList } from "~/features/travellers/list-print";
import { printing } from "~/features/travellers/lists.server";
import { roomsOf } from "../room";
import { roomingList } from "../room-members.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.language === "en" ? data.title : "طباعة كشف الغرف" },
];

export const handle = translated;

export const loader = printing(roomingList);

export default function PrintRooms() {
  return <PrintedList back={roomsOf(useParams().group ?? "").path} translated />;
}
