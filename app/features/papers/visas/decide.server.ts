import { z } from "zod";
import { longText, optional } from "~/domain/input.server";
import { writeDecisions } from "~/features/visas/decisions.server";
import { visa, visaFolder } from "~/features/visas/visa";
import type { Engine } from "../uploads/engine.server";
import { type Decision, type Trial, visasOf } from "./group-visa";
import { tryOut } from "./trial.server";

export const reasonPiece = optional(longText(500));
export const decisionForm = z.object({ change_reason: reasonPiece });

const readyOf = ({ verdicts }: Trial) => verdicts.filter(({ outcome }) => outcome === "ready");

/** Decides all visas of a group that match what was brought for them. */
export const visasUpload: Engine<Decision, Trial, z.output<typeof decisionForm>> = {
  write: visa.write,
  folder: visaFolder,
  pathOf: (groupId) => visasOf(groupId).path,
  kindOf: (params) => (params.get("decision") === "rejected" ? "rejected" : "approved"),
  tryOut,
  planOf: (trial) =>
    readyOf(trial).map(({ id: member, visa_id, name, value, files: brought }) => {
      const files = brought.map(({ id }) => id);
      return { id: visa_id as number, name, deed: [value, files], member, files };
    }),
  /** The members' pending visas, as every other decision takes one. */
  hold: (trx, groupId) =>
    trx("visas")
      .whereIn(
        "customer_id",
        trx("group_members").where({ group_id: groupId, travels: true }).select("customer_id"),
      )
      .where({ status: "pending" })
      .orderBy("id")
      .forNoKeyUpdate()
      .select("id"),
  namesOf: (trx, ids) =>
    trx("visas").join("customers", "customers.id", "customer_id").whereIn("visas.id", ids).pluck("name"),
  settle(trx, trial, { kind: decision, terms: { change_reason } }, { user }) {
    const isApproval = decision === "approved";
    const written = readyOf(trial).map(({ visa_id, value, files }) => ({
      id: visa_id as number,
      ...(isApproval && { visa_number: value, file_name: files[0]?.file_name }),
      change_reason: (isApproval ? null : value) || change_reason || null,
    }));
    return writeDecisions(trx, decision, written, user);
  },
};

/** What was decided, as a call answers it. */
export const decidedOf = (trial: Trial, decision: Decision) =>
  readyOf(trial).map(({ id, name, visa_id, value, files }) => ({
    customer_id: id,
    name,
    visa_id,
    visa_number: decision === "approved" ? value : null,
    file_name: files[0]?.file_name ?? null,
  }));
