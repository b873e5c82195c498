import { download, refuseWrites } from "~/files/download.server";

export const loader = download([], "logo");

export { refuseWrites as action };
