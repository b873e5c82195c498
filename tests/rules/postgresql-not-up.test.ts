import { expect, test } from "vitest";
import { isNotUp } from "../../scripts/postgres/postmaster.js";

/* Whether the embedded PostgreSQL is not up yet, or just ends, or refuses the office for good: then the office ends with its sentence. */

test.each([
  ["57P01", "terminating connection due to unexpected postmaster exit", true],
  ["57P01", "terminating connection due to administrator command", true],
  ["57P02", "terminating connection because of crash of another server process", true],
  ["57P03", "the database system is not yet accepting connections", true],
  ["53300", "sorry, too many clients already", true],
  ["ECONNREFUSED", "connect ECONNREFUSED 127.0.0.1:5432", true],
  ["ECONNRESET", "read ECONNRESET", true],
  ["EPIPE", "write EPIPE", true],
  [undefined, "Connection terminated unexpectedly", true],
  [undefined, "timeout expired", true],
  ["28P01", 'password authentication failed for user "office"', false],
  ["28000", 'role "office" is not permitted to log in', false],
  ["3D000", 'database "postgres" does not exist', false],
  [undefined, "SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string", false],
])("%s %s", (code, message, expected) => {
  expect(isNotUp({ code, message })).toBe(expected);
});
