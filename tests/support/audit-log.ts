import type { fixture } from "./app";

/** The audit log's lines of a record, oldest first. */
export const linesOf = (office: ReturnType<typeof fixture>, kind: string, record_id: number) =>
  office
    .knex("audit_log")
    .where({ kind, record_id })
    .orderBy("id")
    .select("action", "username", "record_name", "changes");
