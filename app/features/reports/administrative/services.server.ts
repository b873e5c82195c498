import { type Db, db } from "~/db/knex.server";
import { endsOf, type Period } from "~/db/list.server";
import { contract } from "~/features/contracts/contract";
import { inDigits, listOf, sumOf } from "../figures";
import type { ReadReport } from "../reports.server";
import { count, text } from "./columns";
import { periodOfAddress, textOfPeriod } from "./period-text.server";

/** In how many packages each service is, and how many contracts and pilgrims of a period need it. */
export const servicesReport: ReadReport = async ({ params, user }) => {
  const period = periodOfAddress(params);
  const use = await serviceUse(db, period);
  const kinds = Object.keys(labels) as ServiceKind[];
  return {
    lead: textOfPeriod(period),
    notes: ["بحسب خدمات كل باقة الآن. ما كلفته الحملات حقًا في التقارير المالية، في تقرير الأرباح."],
    figures: [
      {
        label: "العقود القائمة",
        value: inDigits(use.signed),
        href: listOf(user, contract, { status: "standing", ...period }),
      },
      ...kinds.map((kind) => ({
        label: `${labels[kind].title} في الباقات`,
        value: inDigits(use[kind].length),
      })),
    ],
    tables: kinds.map((kind) => {
      const { title, one, note } = labels[kind];
      return {
        title,
        columns: [text(one), text(note), count("كل الباقات"), count("العقود"), count("العملاء")],
        rows: use[kind].map(({ name, note, packages, contracts, pilgrims }) => [
          name,
          note,
          packages,
          contracts,
          pilgrims,
        ]),
        total: ["المجموع", null, null, sumOf(use[kind], "contracts"), null],
        chart: { kind: "bars", of: [3] },
      };
    }),
  };
};

/** The kinds of service in a package, by their column's name without `_id`. A package may have several hotels. */
const labels = {
  hotel: { title: "الفنادق", one: "الفندق", note: "المدينة" },
  transportation: { title: "النقل", one: "شركة النقل", note: "نوع الحافلة" },
  catering: { title: "الإعاشة", one: "خدمة الإعاشة", note: "النوع" },
} as const;
type ServiceKind = keyof typeof labels;

type ServiceUse = {
  id: number;
  name: string;
  /** The hotel's city, the kind of bus or of catering. */
  note: string;
  packages: number;
  contracts: number;
  /** A pilgrim with two contracts counts once. */
  pilgrims: number;
};

/**
 * The services that packages have, those of the most contracts first, and the number of a period's contracts that stand. Customers who signed for
 * the same packages are counted together: of many they are few kinds.
 */
async function serviceUse(
  db: Db,
  period: Period,
): Promise<Record<ServiceKind, ServiceUse[]> & { signed: number }> {
  const total = db.raw<{ rows: { signed: number }[] }>(
    `WITH ends AS (
       SELECT *, greatest(date_trunc('month', :to::date + 1)::date, whole_from) AS whole_to
       FROM (SELECT date_trunc('month', :from::date + interval '1 month' - interval '1 day')::date AS whole_from) AS whole)
     SELECT coalesce(sum(count), 0)::bigint AS signed FROM (
       SELECT count FROM contracts_monthly_totals, ends WHERE stands(status) AND month >= whole_from AND month < whole_to
       UNION ALL SELECT count(*) FROM contracts, ends WHERE stands(status) AND contract_date >= :from AND contract_date < least(whole_from, :to::date + 1)
       UNION ALL SELECT count(*) FROM contracts, ends WHERE stands(status) AND contract_date >= whole_to AND contract_date <= :to) AS counts`,
    endsOf(period),
  );
  const used = db.raw<{ rows: (ServiceUse & { kind: ServiceKind })[] }>(
    `WITH signers AS MATERIALIZED (
       SELECT packages, count(*) AS pilgrims
       FROM (SELECT array_agg(package_id) AS packages FROM contracts
             WHERE stands(status) AND contract_date BETWEEN :from AND :to GROUP BY customer_id) AS each
       GROUP BY packages),
     used AS (SELECT DISTINCT 'hotel' AS kind, hotel_id AS service_id, package_id FROM stays_of_packages
       UNION ALL SELECT 'transportation', transportation_id, id FROM packages
       UNION ALL SELECT 'catering', catering_id, id FROM packages),
     needed AS (
       SELECT kind, service_id, sum(pilgrims * contracts)::bigint AS contracts, sum(pilgrims)::bigint AS pilgrims
       FROM (SELECT kind, service_id, packages, pilgrims, count(*) AS contracts
             FROM signers, unnest(packages) AS package_id JOIN used USING (package_id) GROUP BY 1, 2, 3, 4) AS each
       GROUP BY kind, service_id),
     services AS (SELECT 'hotel' AS kind, hotels.id, hotels.name, cities.name AS note
       FROM hotels JOIN cities ON cities.id = city_id
       UNION ALL SELECT 'transportation', transportations.id, company_name, bus_types.name
       FROM transportations JOIN bus_types ON bus_types.id = bus_type_id
       UNION ALL SELECT 'catering', catering_services.id, catering_services.name, catering_types.name
       FROM catering_services JOIN catering_types ON catering_types.id = catering_type_id)
     SELECT kind, services.id, services.name, note, count(*) AS packages,
            coalesce(needed.contracts, 0) AS contracts, coalesce(pilgrims, 0) AS pilgrims
     FROM services JOIN used USING (kind) LEFT JOIN needed USING (kind, service_id)
     WHERE service_id = services.id GROUP BY 1, 2, 3, 4, 6, 7 ORDER BY contracts DESC, packages DESC, id`,
    endsOf(period),
  );
  const [
    { rows },
    {
      rows: [sums],
    },
  ] = await Promise.all([used, total]);
  const useOf = (kind: ServiceKind) => rows.filter((row) => row.kind === kind);
  return {
    hotel: useOf("hotel"),
    transportation: useOf("transportation"),
    catering: useOf("catering"),
    signed: sums?.signed ?? 0,
  };
}
