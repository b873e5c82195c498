import Big from "big.js";
import type { Transaction } from "~/db/knex.server";
import { visibleRows } from "~/db/rows.server";
import { conflicting, invalid } from "~/domain/domain-error";
import type { Decimal } from "~/features/money/money.server";

/* The agent of a contract and their commission (docs/decisions/shares.md). */

/** The fields as they were sent. */
export type SentCommission = {
  agent_id?: number | null;
  commission_rate?: Decimal | null;
  commission_reason?: string | null;
};

export type Commission = { [Name in keyof SentCommission]-?: Exclude<SentCommission[Name], undefined> };

/** An agent with their own rate, in percent. */
export type NamedAgent = { name: string; commission_rate: Decimal };

const none: Commission = { agent_id: null, commission_rate: null, commission_reason: null };

const isSent = (value: unknown) => value !== undefined && value !== null;

type Signed = {
  /** What a signed contract has. */
  present?: Commission;
  /** A form sends the shown rate along: unchanged, it does not count for another agent. */
  isForm?: boolean;
};

/** Checks what was sent of a contract's agent and rate. @throws DomainError invalid, conflict for another agent who is inactive */
export async function commissionToStore(
  trx: Transaction,
  { agent_id, commission_rate, commission_reason }: SentCommission,
  signed: Signed = {},
) {
  const sent = { agent_id, commission_rate, commission_reason };
  if (Object.values(sent).every((value) => value === undefined)) return undefined;
  const present = signed.present ?? none;
  const id = agent_id === undefined ? present.agent_id : agent_id;
  const agent: (NamedAgent & { is_active: boolean }) | undefined =
    id === null
      ? undefined
      : await visibleRows(trx, "agents").where({ id }).first("name", "commission_rate", "is_active");
  if (id !== null && !agent) throw invalid("agent_id", "الوكيل غير موجود");
  if (agent && !agent.is_active && id !== present.agent_id)
    throw conflicting("agent_id", "الوكيل غير نشط، فعّله قبل تسجيل عقد باسمه");
  return judgeCommission(sent, agent ?? null, signed);
}

/**
 * The columns to store; undefined where nothing changes. Without a rate it is the agent's own, and that of the contract for the agent
 * it already has. Another rate needs a reason.
 * @param agent the agent that was sent, or the present one
 * @throws DomainError invalid
 */
export function judgeCommission(
  { agent_id: sentAgent, commission_rate: sentRate, commission_reason: sentReason }: SentCommission,
  agent: NamedAgent | null,
  { present = none, isForm = false }: Signed = {},
): Commission | undefined {
  const agent_id = sentAgent === undefined ? present.agent_id : sentAgent;
  const isPresentRate =
    isSent(sentRate) &&
    isSent(present.commission_rate) &&
    Big(sentRate ?? 0).eq(present.commission_rate ?? 0);
  if (!agent || agent_id === null) {
    const isTyped =
      (isSent(sentRate) && !isPresentRate) ||
      (isSent(sentReason) && sentReason !== present.commission_reason);
    if (isTyped) throw invalid("agent_id", "اختر الوكيل، أو امسح نسبة العمولة وسببها");
    return present.agent_id === null ? undefined : none;
  }
  const isNew = agent_id !== present.agent_id;
  const usual = (isNew ? agent.commission_rate : present.commission_rate) as Decimal;
  const isTyped = isSent(sentRate) && !(isForm && isNew && isPresentRate);
  const commission_rate = isTyped ? (sentRate as Decimal) : usual;
  const isUsual = Big(commission_rate).eq(usual);
  // The present reason says nothing of another rate.
  const commission_reason =
    sentReason === undefined ? (isNew || !isUsual ? null : present.commission_reason) : sentReason;
  if (!commission_reason && (!isUsual || (!isNew && present.commission_reason)))
    throw invalid(
      "commission_reason",
      isNew
        ? `نسبة الوكيل «${agent.name}» ${Big(usual).toFixed()}%: اكتب سبب النسبة ${Big(commission_rate).toFixed()}%`
        : "اكتب سبب تغيير نسبة العمولة",
    );
  if (!isNew && isUsual && commission_reason === present.commission_reason) return undefined;
  return { agent_id, commission_rate, commission_reason };
}
