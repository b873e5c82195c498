import type { Transaction } from "~/db/knex.server";
import { countPhrase } from "~/domain/count-words";
import type { Question } from "~/domain/question";
import type { Group } from "~/features/groups/group";
import { groups } from "~/features/groups/groups.server";
import { memberCount } from "~/features/groups/member";
import { isPast } from "~/features/journey/days.server";
import { readinessPath } from "~/features/links/readiness-link";
import { missingIn, passedChecks } from "./states.server";

/** Groups as their form saves them: before one departs before its day, or of whose travellers something is missing, the form asks. */
export const departingGroups: typeof groups = {
  ...groups,
  async update(trx, id, change, by) {
    const { ask } = by;
    if (!ask) return groups.update(trx, id, change, by);
    const { status } = await groups.find(trx, id);
    const questions: Question[] = [];
    const row = await groups.update(trx, id, change, { ...by, ask: (others) => questions.push(...others) });
    if (row.status === "departed" && status !== "departed")
      questions.push(...earlyQuestions(row), ...(await departureQuestions(trx, row)));
    ask(questions);
    return row;
  },
};

/** A group that is marked before its day. */
const earlyQuestions = ({ id, departureDate }: Group): Question[] =>
  departureDate && !isPast(departureDate)
    ? [
        {
          text: `تاريخ مغادرة المجموعة ${departureDate} لم يأت بعد. هل غادرت حقًا؟`,
          about: [id, "departed", departureDate],
        },
      ]
    : [];

async function departureQuestions(trx: Transaction, { id }: Group): Promise<Question[]> {
  const [{ total, visas }, { unplaced, unseated }] = await Promise.all([
    passedChecks(trx, id),
    missingIn(trx, id),
  ]);
  const missing = [
    { count: total - visas, what: "تأشيرة تصلح للرحلة" },
    { count: unplaced, what: "سرير" },
    { count: unseated, what: "مقعد" },
  ].filter(({ count }) => count > 0);
  if (!missing.length) return [];
  const parts = missing.map(({ count, what }) => `${countPhrase(count, memberCount)} بلا ${what}`);
  return [
    {
      text: `ينقص: ${parts.join("، ")}. هل غادرت المجموعة حقًا؟`,
      about: [id, "departed", missing.map(({ count }) => count)],
      link: { href: readinessPath("group", id), label: "جاهزية المجموعة" },
    },
  ];
}
