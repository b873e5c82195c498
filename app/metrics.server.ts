import { Counter } from "prom-client";
import { log } from "./log.server";

export const retries = new Counter({
  name: "office_transaction_retries_total",
  help: "Transactions that were tried again, by SQLSTATE; 40P01 is a deadlock",
  labelNames: ["sqlstate"],
});

for (const sqlstate of ["40001", "40P01"]) retries.inc({ sqlstate }, 0); // so that both series exist before their first count

const slowStatements = new Counter({
  name: "office_slow_statements_total",
  help: "Statements that took longer than SLOW_STATEMENT_MS; the log names them",
});

const slow = Number(process.env.SLOW_STATEMENT_MS || 500);

/**
 * Counts and logs a slow statement. A BEGIN is left out, since the user's name is sent along with it.
 * @param sql without its values
 */
export function noteTime(sql: string, milliseconds: number) {
  if (milliseconds < slow || /^begin\b/i.test(sql)) return;
  slowStatements.inc();
  log.warn({ slow: Math.round(milliseconds), statement: sql });
}
