import { sheetOf } from "../lists/lists.server";
import { busList } from "./seats.server";

export const loader = sheetOf(busList);
