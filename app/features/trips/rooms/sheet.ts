import { sheetOf } from "../lists/lists.server";
import { roomingList } from "./room-members.server";

export const loader = sheetOf(roomingList);
