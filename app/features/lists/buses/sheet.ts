import { sheetOf } from "~/features/travellers/lists.server";
import { busList } from "./seats.server";

export const loader = sheetOf(busList);
