import { createHash, randomUUID } from "node:crypto";
import { type Db, db, type Transaction } from "~/db/knex.server";
import type { By } from "~/db/store.server";
import { DomainError } from "~/domain/domain-error";
import type { Permission, SessionUser } from "~/domain/permissions";
import { groups } from "~/features/groups/groups.server";
import { namesOf } from "~/features/travellers/list";
import { idParam } from "~/http/screen.server";
import type { Visit } from "~/http/visit";
import type { PlanRow, Upload, UploadKind } from "./upload";
import { readUpload, type UploadKey } from "./uploads.server";

/** What was brought for a group, and on what terms it is carried out. */
type Brought<Kind, Terms> = { groupId: number; kind: Kind; upload: Upload; terms: Terms };

/**
 * What a user brings for the members of a group, and what becomes of it: it is matched, shown, and carried out as it was shown
 * (docs/decisions/visas.md).
 */
export type Engine<Kind extends UploadKind, Trial, Terms> = {
  write: Permission;
  /** Where the files lie. */
  folder: string;
  pathOf: (groupId: number) => string;
  kindOf: (params: URLSearchParams) => Kind;
  /** What would become of an upload: nothing is written. */
  tryOut: (db: Db, groupId: number, kind: Kind, upload: Upload) => Promise<Trial>;
  planOf: (trial: Trial) => PlanRow[];
  /** Locks what is written to, in the order of its ids. */
  hold: (trx: Transaction, groupId: number) => PromiseLike<unknown>;
  /** The names of rows that are in the plan no more. */
  namesOf: (trx: Transaction, ids: number[]) => PromiseLike<string[]>;
  /** Writes all that matches. */
  settle: (trx: Transaction, trial: Trial, of: Brought<Kind, Terms>, by: By) => Promise<unknown>;
};

export const keyOf = <Kind extends UploadKind>(
  { kindOf, folder }: Pick<Engine<Kind, never, never>, "kindOf" | "folder">,
  user: SessionUser,
  groupId: number,
  params: URLSearchParams,
) => ({ user, groupId, kind: kindOf(params), folder }) satisfies UploadKey;

/**
 * Carries out all of an upload that matches, or nothing. Who writes to the same rows at the same moment is waited for; then nothing is
 * done, since the plan is another one.
 * @param seen the seal of the plan that the sender saw; a call carries out whatever matches
 * @throws DomainError conflict
 */
export async function carryOut<Kind extends UploadKind, Trial, Terms>(
  engine: Engine<Kind, Trial, Terms>,
  trx: Transaction,
  of: Brought<Kind, Terms>,
  { seen, ...by }: By & { seen?: string },
): Promise<Trial> {
  await engine.hold(trx, of.groupId);
  const trial = await engine.tryOut(trx, of.groupId, of.kind, of.upload);
  if (seen !== undefined) await requireSeal(engine.planOf(trial), seen, (ids) => engine.namesOf(trx, ids));
  await engine.settle(trx, trial, of, by);
  return trial;
}

/**
 * What a screen shows: the group, the trial of what its user has brought, and what the button that carries it out takes along.
 * `brought` is another text whenever something was brought or carried out.
 */
export async function shownTrial<Kind extends UploadKind, Trial, Terms>(
  engine: Engine<Kind, Trial, Terms>,
  { params, url: { searchParams }, user }: Pick<Visit, "params" | "url" | "user">,
) {
  const { id } = await groups.find(db, idParam(params.group));
  const key = keyOf(engine, user, id, searchParams);
  const upload = await readUpload(db, key);
  const trial = await engine.tryOut(db, id, key.kind, upload);
  const plan = engine.planOf(trial);
  const sealed = { seen: sealOf(plan), idempotencyKey: randomUUID() };
  return { group: { id }, kind: key.kind, trial, ready: plan.length, brought: hashOf(upload), sealed };
}

const hashOf = (deed: unknown) =>
  createHash("sha256").update(JSON.stringify(deed)).digest("base64url").slice(0, 8);

/** A plan as its page sends it back, row by row («12.x7Yq_2aB 13.…»), so that nothing else is done than what was shown. */
const sealOf = (plan: PlanRow[]) => plan.map(({ id, deed }) => `${id}.${hashOf(deed)}`).join(" ");

/**
 * @param seen the seal of the page
 * @param nameOf the name of a row that was in the page's plan and is not in this one
 * @throws DomainError conflict where the plan is another one now, with the names of the rows that changed, or empty
 */
async function requireSeal(plan: PlanRow[], seen: string, nameOf: (ids: number[]) => PromiseLike<string[]>) {
  const present = sealOf(plan);
  if (plan.length && present === seen) return;
  const before = new Set(seen.split(" "));
  const now = new Set(present.split(" "));
  const changed = plan.filter(({ id, deed }) => !before.has(`${id}.${hashOf(deed)}`));
  const ids = new Set(plan.map(({ id }) => id));
  const gone = [...before]
    .filter((row) => /^\d{1,9}\.[\w-]{8}$/.test(row) && !now.has(row))
    .map((row) => Number.parseInt(row, 10))
    .filter((id) => !ids.has(id));
  const names = new Set([...changed.map(({ name }) => name), ...(gone.length ? await nameOf(gone) : [])]);
  throw new DomainError(
    "conflict",
    names.size
      ? `تغير بعد أن عرضت عليك هذه الصفحة ما يخص ${namesOf([...names])}، فلم ينفذ شيء: راجع ما فيها ثم أعد`
      : "تغير شيء بعد أن عرضت عليك هذه الصفحة، فلم ينفذ شيء: راجع ما فيها ثم أعد",
  );
}

/** The address of a trial's page, with as many rows as a form has fields for. */
export function trialAddress(params: URLSearchParams) {
  const address = new URLSearchParams(params);
  address.set("per_page", "100");
  return address;
}
