import { accountResource } from "./account-resource.server";

const cashBoxes = accountResource("cash_box", "cash_boxes");

export const loader = cashBoxes.loader;
export const action = cashBoxes.action;
