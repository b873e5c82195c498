import { download, refuseWrites } from "./download.server";

export const loader = download([], "logo");

export { refuseWrites as action };
