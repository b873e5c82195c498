import Big from "big.js";
import Fraction from "fraction.js";
import { type Db, db } from "~/db/knex.server";
import type { Period } from "~/db/list.server";
import { contract } from "~/features/contracts/contract";
import { decimalOf } from "~/features/money/divide";
import { signedByMonth } from "~/features/reports/signings.server";
import { costOfParts } from "~/features/services/packages/cost";
import { type PackageComponents, packageRows } from "~/features/services/packages/packages.server";
import { endsOf, inDigits, listOf, sumOf } from "../figures";
import { exactSum, sumsIn } from "../financial/money.server";
import type { ReadReport } from "../reports.server";
import { count, text } from "./columns";
import { periodOfAddress, textOfPeriod } from "./period-text.server";

/** The number of packages and contracts with each service, and its cost. */
export const servicesReport: ReadReport = async ({ params, user }) => {
  const period = periodOfAddress(params);
  const contracts = await contractsByPackage(db, period);
  const [use, { roundSum, formatSum, column, note }] = await Promise.all([
    serviceUse(db, period, contracts),
    sumsIn(db),
  ]);
  const signed = [...contracts.values()].reduce((sum, count) => sum + count, 0);
  const all = Object.entries(labels) as [ServiceKind, (typeof labels)[ServiceKind]][];
  const services = all.flatMap(([kind]) => use[kind]);
  const sumOfCosts = (services: ServiceUse[]) => roundSum(exactSum(services.map(({ cost }) => cost)));
  return {
    lead: textOfPeriod(period),
    notes: [
      "التكلفة بأسعار الخدمات اليوم، لا بأسعارها يوم التوقيع، وبحسب مدة كل باقة ونوع غرفتها وخدماتها الآن.",
      note,
    ],
    figures: [
      {
        label: "العقود الموقعة",
        value: inDigits(signed),
        href: listOf(user, contract, { status: "standing", ...period }),
      },
      ...all.map(([kind, { title }]) => ({
        label: `تكلفة ${title}`,
        value: formatSum(sumOfCosts(use[kind])),
      })),
      { label: "مجموعها", value: formatSum(sumOfCosts(services)) },
    ],
    tables: all.map(([kind, { title, one, note }]) => ({
      title,
      columns: [
        text(one),
        text(note),
        count("كل الباقات"),
        count("العقود"),
        count("العملاء"),
        column("أقل تكلفة للفرد"),
        column("أعلى تكلفة للفرد"),
        column("تكلفة العقود"),
      ],
      rows: use[kind].map((service) => [
        service.name,
        service.note,
        service.packages,
        service.contracts,
        service.pilgrims,
        roundSum(service.least),
        roundSum(service.most),
        roundSum(service.cost),
      ]),
      total: ["المجموع", null, null, sumOf(use[kind], "contracts"), null, null, null, sumOfCosts(use[kind])],
      chart: { kind: "bars", of: [7] },
    })),
  };
};

/** The kinds of service in a package, by their column's name without `_id`. A package may have several hotels. */
const labels = {
  hotel: { title: "الفنادق", one: "الفندق", note: "المدينة" },
  transportation: { title: "النقل", one: "شركة النقل", note: "نوع الحافلة" },
  catering: { title: "الإعاشة", one: "خدمة الإعاشة", note: "النوع" },
} as const;
type ServiceKind = keyof typeof labels;

/**
 * The use of a service: by present packages, and by the contracts of a period that are not cancelled.
 * Costs are in the default currency, by today's prices and rates (spec §9), and not rounded.
 */
type ServiceUse = Service & {
  packages: number;
  contracts: number;
  pilgrims: number;
  /** For one pilgrim, in the cheapest and in the most expensive package. */
  least: Big;
  most: Big;
  /** For all contracts of the period. */
  cost: Big;
};

type Service = {
  id: number;
  name: string;
  /** The hotel's city, the kind of bus or of catering. */
  note: string;
};

/**
 * The services of each kind in packages, those with the highest cost first.
 * @param contracts the period's contracts by their package
 */
async function serviceUse(
  db: Db,
  period: Period,
  contracts: Map<number, number>,
): Promise<Record<ServiceKind, ServiceUse[]>> {
  const [packages, pilgrims, hotels, transportations, caterings] = await Promise.all([
    packageRows(db) as Promise<PackageParts[]>,
    pilgrimsByService(db, period),
    db("hotels")
      .join("cities", "cities.id", "city_id")
      .select("hotels.id", "hotels.name", { note: "cities.name" }),
    db("transportations")
      .join("bus_types", "bus_types.id", "bus_type_id")
      .select("transportations.id", { name: "company_name", note: "bus_types.name" }),
    db("catering_services")
      .join("catering_types", "catering_types.id", "catering_type_id")
      .select("catering_services.id", "catering_services.name", { note: "catering_types.name" }),
  ]);
  const usage = packages.map((row) => ({
    costs: costsByService(row),
    contracts: contracts.get(row.id) ?? 0,
  }));
  const useOf = (kind: ServiceKind, services: Service[]) =>
    services
      .map((service): ServiceUse => {
        const having = usage.flatMap(({ costs, contracts }) => {
          const part = costs.get(`${kind} ${service.id}`);
          return part ? [{ part, contracts }] : [];
        });
        const costs = having.map(({ part }) => decimalOf(part)).sort((a, b) => a.cmp(b));
        const cost = having.reduce(
          (sum, { part, contracts }) => sum.add(part.mul(contracts)),
          new Fraction(0),
        );
        return {
          ...service,
          packages: having.length,
          contracts: having.reduce((sum, { contracts }) => sum + contracts, 0),
          pilgrims: pilgrims.get(`${kind} ${service.id}`) ?? 0,
          least: costs[0] ?? Big(0),
          most: costs.at(-1) ?? Big(0),
          cost: decimalOf(cost),
        };
      })
      .filter(({ packages }) => packages > 0)
      .sort((a, b) => b.cost.cmp(a.cost) || b.packages - a.packages || a.id - b.id);
  return {
    hotel: useOf("hotel", hotels),
    transportation: useOf("transportation", transportations),
    catering: useOf("catering", caterings),
  };
}

type PackageParts = {
  id: number;
  duration: number;
  room_occupancy_basis: number;
  components: PackageComponents;
  transportation_id: number | null;
  catering_id: number | null;
};

/** What the services of a package cost a pilgrim, by `hotel 7`; the stays in one hotel together. */
function costsByService({ components, transportation_id, catering_id, ...terms }: PackageParts) {
  const { stays, transportation, catering } = costOfParts(terms, components);
  const costs = new Map<string, Fraction>();
  const add = (service: string, cost: Fraction) =>
    costs.set(service, cost.add(costs.get(service) ?? new Fraction(0)));
  for (const [place, cost] of stays.entries()) add(`hotel ${components.stays[place]?.hotel_id}`, cost);
  if (transportation) add(`transportation ${transportation_id}`, transportation);
  if (catering) add(`catering ${catering_id}`, catering);
  return costs;
}

async function contractsByPackage(db: Db, period: Period): Promise<Map<number, number>> {
  const { rows } = await db.raw<{ rows: { package_id: number; contracts: number }[] }>(
    `SELECT package_id, sum(count)::bigint AS contracts FROM ${signedByMonth()} AS signed
     WHERE status <> 'cancelled' GROUP BY package_id`,
    endsOf(period),
  );
  return new Map(rows.map(({ package_id, contracts }) => [package_id, contracts]));
}

/** By keys such as `hotel 7`. A pilgrim with two contracts counts once. */
async function pilgrimsByService(db: Db, period: Period): Promise<Map<string, number>> {
  const { rows } = await db.raw<{ rows: { service: string | null; pilgrims: number }[] }>(
    `WITH signed AS (SELECT customer_id, package_id FROM contracts
                     WHERE status <> 'cancelled' AND contract_date BETWEEN :from AND :to)
     SELECT coalesce('transportation ' || transportation_id, 'catering ' || catering_id) AS service,
            count(DISTINCT customer_id) AS pilgrims
     FROM signed JOIN packages ON packages.id = package_id GROUP BY GROUPING SETS (transportation_id, catering_id)
     UNION ALL
     SELECT 'hotel ' || hotel_id, count(DISTINCT customer_id)
     FROM signed JOIN stays_of_packages USING (package_id) GROUP BY hotel_id`,
    endsOf(period),
  );
  return new Map(rows.map(({ service, pilgrims }) => [service ?? "", pilgrims]));
}
