import { Counter } from "prom-client";

export const retries = new Counter({
  name: "office_transaction_retries_total",
  help: "Transactions that were tried again, by SQLSTATE; 40P01 is a deadlock",
  labelNames: ["sqlstate"],
});

export const slowStatements = new Counter({
  name: "office_slow_statements_total",
  help: "Statements that took longer than SLOW_STATEMENT_MS; the log names them",
});
