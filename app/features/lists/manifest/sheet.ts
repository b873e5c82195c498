import { sheetOf } from "~/features/travellers/lists.server";
import { manifest } from "./manifest.server";

export const loader = sheetOf(manifest);
