import { sheetOf } from "../lists/lists.server";
import { manifest } from "./manifest.server";

export const loader = sheetOf(manifest);
