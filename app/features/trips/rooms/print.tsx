import { useParams } from "@remix-run/react";
import { PrintedList } from "../lists/list-print";
import { printing } from "../lists/lists.server";
import { roomingColumns, roomsOf } from "./room";
import { roomingList } from "./room-members.server";

export const meta = () => [{ title: "طباعة كشف الغرف" }];

export const loader = printing(roomingList);

export default function PrintRooms() {
  return <PrintedList columns={roomingColumns} back={roomsOf(useParams().group ?? "").path} />;
}
