import { download } from "./download.server";

export const loader = download([], "logo");
