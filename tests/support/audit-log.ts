import type { fixture } from "./app";

/** What the audit log tells of a record, the oldest line first. */
export const linesOf = (office: ReturnType<typeof fixture>, kind: string, record_id: number) =>
  office
    .knex("audit_log")
    .where({ kind, record_id })
    .orderBy("id")
    .select("action", "username", "record_name", "changes");
