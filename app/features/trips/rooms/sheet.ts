import { sheetOf } from "../lists/lists.server";
import { roomingList } from "./rooming.server";

export const loader = sheetOf(roomingList);
