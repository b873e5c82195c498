import { sheetOf } from "~/features/travellers/lists.server";
import { roomingList } from "./rooming-list.server";

export const loader = sheetOf(roomingList);
