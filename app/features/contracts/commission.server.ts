import Big from "big.js";
import type { Transaction } from "~/db/knex.server";
import { conflicting, invalid } from "~/domain/domain-error";
import type { Decimal } from "~/features/money/money.server";

/* The agent of a contract and their commission (docs/decisions/shares.md). */

/** The fields as they were sent. */
export type SentCommission = {
  agent_id?: number | null;
  commission_rate?: Decimal | null;
  commission_reason?: string | null;
};

type Commission = { [Name in keyof SentCommission]-?: Exclude<SentCommission[Name], undefined> };

const none: Commission = { agent_id: null, commission_rate: null, commission_reason: null };

const isSent = (value: unknown) => value !== undefined && value !== null;

/**
 * Checks a contract's agent and rate, and gives the columns to store; undefined where nothing changes. Without a rate it is the
 * agent's own, for the agent that the contract has the present one. Another rate needs a reason.
 * @param present of a signed contract
 * @param isForm a form sends the shown rate along: unchanged, it does not count for another agent
 * @throws DomainError invalid, conflict
 */
export async function commissionToStore(
  trx: Transaction,
  { agent_id: sentAgent, commission_rate: sentRate, commission_reason: sentReason }: SentCommission,
  { present = none, isForm = false }: { present?: Commission; isForm?: boolean } = {},
): Promise<Commission | undefined> {
  if (sentAgent === undefined && sentRate === undefined && sentReason === undefined) return undefined;
  const isPresentRate =
    isSent(sentRate) &&
    isSent(present.commission_rate) &&
    Big(sentRate as Decimal).eq(present.commission_rate as Decimal);
  const agent_id = sentAgent === undefined ? present.agent_id : sentAgent;
  if (agent_id === null) {
    const isTyped =
      (isSent(sentRate) && !isPresentRate) ||
      (isSent(sentReason) && sentReason !== present.commission_reason);
    if (isTyped) throw invalid("agent_id", "اختر الوكيل، أو امسح نسبة العمولة وسببها");
    return present.agent_id === null ? undefined : none;
  }
  const isNew = agent_id !== present.agent_id;
  const agent = await trx("agents").where({ id: agent_id }).first("name", "commission_rate", "is_active");
  if (!agent) throw invalid("agent_id", "الوكيل غير موجود");
  if (isNew && !agent.is_active) throw conflicting("agent_id", "الوكيل غير نشط، فعّله قبل تسجيل عقد باسمه");
  const usual: Decimal = isNew ? agent.commission_rate : present.commission_rate;
  const isTyped = isSent(sentRate) && !(isForm && isNew && isPresentRate);
  const commission_rate = isTyped ? (sentRate as Decimal) : usual;
  const commission_reason =
    sentReason === undefined ? (isNew ? null : present.commission_reason) : sentReason;
  const isUsual = Big(commission_rate).eq(usual);
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
