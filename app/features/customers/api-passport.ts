import { invalid } from "~/domain/domain-error";
import { readJson } from "~/http/body.server";
import { json } from "~/http/json.server";
import { allow, call } from "~/http/screen.server";
import { customer } from "./customer";
import { readPassport } from "./passport.server";

/**
 * POST /customers/passport with {mrz}: the values of a passport's two lines for a customer's fields, and notes about corrected
 * characters. It stores nothing.
 */
const calls = call({
  POST: allow([customer.write], async ({ request }) => {
    const { passport, fault, notes } = readPassport((await readJson(request)).mrz);
    if (fault) throw invalid("mrz", fault);
    return json(request, { passport, notes });
  }),
});

export const loader = calls.loader;
export const action = calls.action;
