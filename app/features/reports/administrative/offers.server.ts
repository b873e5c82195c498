import type { Db } from "~/db/knex.server";
import { endsOf, type Period } from "~/db/list.server";
import type { SessionUser } from "~/domain/permissions";
import { offer, offerStates } from "~/features/offers/offer";
import { stateToday } from "~/features/offers/offers.server";
import { listOf, share, sumOf } from "../figures";
import type { ReportTable } from "../report";
import { count, percent, text } from "./columns";

/** The offers that were made in a period, by whom, and how many of them have become contracts. Without an offer there is no table. */
export async function offersMade(db: Db, user: SessionUser, period: Period): Promise<ReportTable[]> {
  const makers = await offersByMaker(db, period);
  if (!makers.length) return [];
  const cells = (row: Counts) => [
    row.open,
    row.expired,
    row.signed,
    share(row.signed, row.offers),
    row.contracts,
  ];
  const sums = {
    offers: sumOf(makers, "offers"),
    open: sumOf(makers, "open"),
    expired: sumOf(makers, "expired"),
    signed: sumOf(makers, "signed"),
    contracts: sumOf(makers, "contracts"),
  };
  return [
    {
      title: "عروض الأسعار بحسب من أعدها",
      note: "عروض الفترة بتاريخها، وحالها كما هي اليوم. عرض العائلة يوقع عقدًا لكل مسافر.",
      columns: [
        text("أعده"),
        count("العروض"),
        count(offerStates.labels.open),
        count(offerStates.labels.expired),
        count("صار عقدًا"),
        percent("النسبة"),
        count("عقودها"),
      ],
      rows: makers.map(({ id, username, ...row }) => [
        username,
        { value: row.offers, href: listOf(user, offer, { user_id: id, ...period }) },
        ...cells(row),
      ]),
      total: ["المجموع", sums.offers, ...cells(sums)],
    },
  ];
}

type Counts = Record<"offers" | "open" | "expired" | "signed" | "contracts", number>;

/** Of each user who made offers, the most first. */
async function offersByMaker(db: Db, period: Period) {
  const { rows } = await db.raw<{ rows: (Counts & { id: number; username: string })[] }>(
    `SELECT users.id, username, count(*) AS offers, count(*) FILTER (WHERE status = 'open') AS open,
            count(*) FILTER (WHERE status = 'expired') AS expired, count(*) FILTER (WHERE status = 'signed') AS signed,
            coalesce(sum(contracts), 0)::bigint AS contracts
     FROM (SELECT created_by, ? AS status, contracts
           FROM offers LEFT JOIN (
             SELECT offer_id, count(*) AS contracts FROM contracts WHERE offer_id IS NOT NULL GROUP BY offer_id) AS signed
             ON signed.offer_id = offers.id
           WHERE offer_date BETWEEN ? AND ? OFFSET 0) AS made -- OFFSET 0: each status is found once
     JOIN users ON users.id = created_by GROUP BY 1, 2 ORDER BY offers DESC, username`,
    [stateToday(db), endsOf(period).from, endsOf(period).to],
  );
  return rows;
}
