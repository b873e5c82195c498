import { fieldColumns } from "~/http/field-columns.server";
import { accountKinds } from "./account";

export const columns = {
  bank: fieldColumns(accountKinds.bank),
  cash_box: fieldColumns(accountKinds.cash_box),
};
