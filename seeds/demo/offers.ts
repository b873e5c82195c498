import Big from "big.js";
import type { Moment } from "./calendar";
import { type Contract, number, type Prices } from "./contracts";
import { roundTo } from "./money";
import type { Office } from "./office";
import type { Pilgrim } from "./pilgrims";

/** What was offered to somebody who has not signed. */
type Offered = {
  pilgrim: number;
  companions?: number[];
  campaign: string;
  package: string;
  at: Moment;
  /** Days before today; less than nothing is ahead. */
  untilDaysAgo: number;
  by: string;
  discount?: { percent: number; reason: string };
  notes?: string;
};

const [rihab, anwar] = ["حملة عمرة رحاب طيبة", "حملة عمرة أنوار الحرمين"];
const anjum = "عمرة أنجم – قريبة من الحرم";
const morning = (daysAgo: number): Moment => ({ daysAgo, minute: 10 * 60 + 15 });

const offered: Offered[] = [
  {
    pilgrim: 3,
    campaign: rihab,
    package: "عمرة الأسبوع بالطيران",
    at: morning(20),
    untilDaysAgo: 13,
    by: "sales",
  },
  { pilgrim: 7, campaign: anwar, package: anjum, at: morning(12), untilDaysAgo: 5, by: "admin" },
  {
    pilgrim: 1,
    companions: [2, 4],
    campaign: anwar,
    package: anjum,
    at: morning(2),
    untilDaysAgo: -5,
    by: "sales",
    discount: { percent: 3, reason: "عميل سابق" },
    notes: "ينتظرون موافقة الإجازات، ويتصلون قبل نهاية الأسبوع.",
  },
  {
    pilgrim: 9,
    campaign: rihab,
    package: "عمرة الأسبوع بالطيران",
    at: morning(1),
    untilDaysAgo: -6,
    by: "sales",
  },
];

/** The last one of each day who signed for this campaign had an offer before. */
const signedCampaign = anwar;

/** The offers of the office: some open, some over, and two that became contracts. */
export async function offer(office: Office, people: Pilgrim[], contracts: Contract[], prices: Prices) {
  const { trx, insert, id, times, calendar } = office;
  const won = contracts
    .filter(
      ({ campaign, status, discount }) => campaign === signedCampaign && status === "active" && !discount,
    )
    .slice(-2);
  const rows = [
    ...won.map((contract) => ({
      of: contract.pilgrim,
      companions: [] as Pilgrim[],
      campaign: contract.campaign,
      package: contract.package,
      at: { ...contract.signed, daysAgo: contract.signed.daysAgo + 3 },
      untilDaysAgo: contract.signed.daysAgo - 4,
      by: "sales",
      contract,
      number: "",
    })),
    ...offered.map(({ pilgrim, companions = [], ...terms }) => ({
      ...terms,
      of: at(people, pilgrim),
      companions: companions.map((one) => at(people, one)),
      contract: undefined,
      number: "",
    })),
  ].sort((a, b) => b.at.daysAgo - a.at.daysAgo);
  number("Q", rows, ({ at }) => calendar.day(at.daysAgo).slice(0, 4));
  const contents = await keepContents(office, [...new Set(rows.map((row) => row.package))]);
  const priceOf = (row: (typeof rows)[number]) => {
    const price = prices[row.package];
    if (!price) throw new Error(`The package ${row.package} has no price.`);
    const percent = "discount" in row ? (row.discount?.percent ?? 0) : 0;
    const discount_amount = roundTo(Big(price.total_price).times(percent).div(100), price.currency);
    const supplement = row.contract?.supplement ?? null;
    const total_amount = Big(price.total_price)
      .minus(discount_amount)
      .plus(supplement ?? 0)
      .toFixed();
    const cell = {
      room: supplement && "double",
      traveller: supplement && "adult",
      supplement_amount: supplement,
    };
    return { currency: price.currency, sums: { ...cell, discount_amount, total_amount } };
  };
  await insert(
    "offers",
    "offer_number",
    rows.map((row) => {
      const { currency, sums } = priceOf(row);
      const reason = "discount" in row ? row.discount?.reason : undefined;
      return {
        offer_number: row.number,
        offer_date: calendar.day(row.at.daysAgo),
        valid_until: calendar.day(row.untilDaysAgo),
        customer_id: id("customers", row.of.national_id),
        campaign_id: id("campaigns", row.campaign),
        package_id: id("packages", row.package),
        currency_id: id("currencies", currency),
        ...sums,
        ...(reason && { discount_reason: reason, discounted_by: id("users", row.by) }),
        notes: "notes" in row ? (row.notes ?? null) : null,
        contents_id: contents.get(row.package),
        created_by: id("users", row.by),
        ...times(row.at),
      };
    }),
  );
  const travellers = rows.flatMap((row) =>
    row.companions.map((one) => ({
      offer_id: id("offers", row.number),
      customer_id: id("customers", one.national_id),
      ...priceOf(row).sums,
    })),
  );
  await trx("offer_travellers").insert(travellers);
  for (const { contract, number } of rows)
    if (contract)
      await trx("contracts")
        .where({ id: id("contracts", contract.number) })
        .update({ offer_id: id("offers", number) });
}

function at(people: Pilgrim[], place: number): Pilgrim {
  const one = people[place];
  if (!one) throw new Error(`There are only ${people.length} pilgrims.`);
  return one;
}

/** What the offers of these packages say; the office has no terms of its own. */
async function keepContents({ trx, id }: Office, packages: string[]) {
  const kept = new Map<string, number>();
  for (const name of packages) {
    const { rows } = await trx.raw<{ rows: { id: number }[] }>(
      `INSERT INTO contract_contents (contents)
       SELECT jsonb_build_object('package', packages.name, 'type', packages.type, 'duration', duration, 'room_occupancy_basis', room_occupancy_basis,
         'stays', (
           SELECT coalesce(jsonb_agg(jsonb_build_object('place', place, 'hotel_id', hotel_id, 'hotel', hotels.name, 'city', cities.name, 'nights', nights)
             ORDER BY place), '[]')
           FROM stays_of_packages JOIN hotels ON hotels.id = hotel_id JOIN cities ON cities.id = city_id WHERE package_id = packages.id),
         'transportation', (
           SELECT jsonb_build_object('company_name', company_name, 'bus_type', name)
           FROM transportations JOIN bus_types ON bus_types.id = bus_type_id WHERE transportations.id = transportation_id),
         'catering', (
           SELECT jsonb_build_object('name', name, 'meals_per_day', meals_per_day) FROM catering_services WHERE id = catering_id),
         'other_services', (
           SELECT coalesce(jsonb_agg(other_services.name ORDER BY other_services.id), '[]')
           FROM package_other_services JOIN other_services ON id = other_service_id WHERE package_id = packages.id),
         'terms', ?::text)
       FROM packages WHERE id = ? RETURNING id`,
      [terms, id("packages", name)],
    );
    kept.set(name, rows[0]?.id as number);
  }
  return kept;
}

const terms = `السعر للفرد في غرفة الباقة، ويشمل ما ذكر من خدمات دون غيرها.
يثبت الحجز بتوقيع العقد وسداد الدفعة الأولى، وبحسب المقاعد المتاحة يوم التوقيع.
يقدم المسافر جواز سفر صالحًا ستة أشهر على الأقل من تاريخ السفر.
قرار التأشيرة للجهات المختصة وحدها.`;
