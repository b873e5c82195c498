import { sheetOf } from "~/features/travellers/lists.server";
import { roomingList } from "../room-members.server";

export const loader = sheetOf(roomingList);
