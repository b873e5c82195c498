import { renderSVG } from "uqr";
import type { Db } from "~/db/knex.server";
import { DomainError, notFound } from "~/domain/domain-error";
import { ids } from "~/domain/input.server";
import { findCompany } from "~/features/company/company.server";
import { type DatedStay, staysOfContract } from "~/features/lodging/stay-dates.server";
import { contentsOf, type PackageContents } from "~/features/services/packages/contents.server";

/** As many as one page has room for, and as sign together. */
const mostGuests = 20;

type Guest = {
  id: number;
  contract_number: string;
  customer_id: number;
  campaign_id: number;
  package_id: number;
  name: string;
  name_latin: string | null;
  passport_number: string | null;
};

type Journey = {
  campaign: string;
  start_date: string;
  end_date: string;
  group: string | null;
  departure_date: string | null;
  flights: string | null;
  bus: string | null;
  supervisor: string | null;
  supervisor_phone: string | null;
};

/** What guests of one package get. */
type Services = PackageContents & { guests: string[]; stays: DatedStay[] };

/** The service voucher (قسيمة خدمات) of one pilgrim or of a family. */
export type Voucher = {
  guests: Guest[];
  journey: Journey;
  services: Services[];
  /** SVG of the contracts' numbers. */
  qr: string;
  emergency: string | null;
};

const idsIn = (params: URLSearchParams, name: string) => {
  const { data = [] } = ids(mostGuests).safeParse((params.get(name) ?? "").split(","));
  return data;
};

/**
 * The contracts that an address names: `contracts=7,8`, or `group=3&customers=1,2`, whose contracts in the group's campaign they
 * are. Those that are cancelled give no services.
 * @throws DomainError not_found, conflict where all are cancelled
 */
async function guestsOf(db: Db, params: URLSearchParams): Promise<Guest[]> {
  const contracts = db("contracts").join("customers", "customers.id", "contracts.customer_id");
  const [groupId] = idsIn(params, "group");
  if (groupId)
    contracts
      .join("group_members", (on) =>
        on
          .on("group_members.customer_id", "contracts.customer_id")
          .andOn("group_members.campaign_id", "contracts.campaign_id"),
      )
      .where({ group_id: groupId })
      .whereIn("contracts.customer_id", idsIn(params, "customers"));
  else contracts.whereIn("contracts.id", idsIn(params, "contracts"));
  const rows: (Guest & { status: string })[] = await contracts
    .orderBy("contracts.id")
    .limit(mostGuests)
    .select(
      "contracts.id",
      "contract_number",
      "contracts.customer_id",
      "contracts.campaign_id",
      "package_id",
      {
        name: "customers.name",
        name_latin: "customers.name_latin",
        passport_number: "customers.passport_number",
        status: "contracts.status",
      },
    );
  const guests = rows.filter(({ status }) => status !== "cancelled");
  if (!rows.length) throw notFound(groupId ? "لا عقد لهم في حملة المجموعة" : "العقد غير موجود");
  if (!guests.length) throw new DomainError("conflict", "العقد ملغي، فلا قسيمة خدمات له");
  return guests;
}

/** The journey of the first guest; who travels in another campaign has a voucher of their own. */
async function journeyOf(db: Db, { customer_id, campaign_id }: Guest): Promise<Journey> {
  return db("campaigns")
    .leftJoin("group_members", (on) =>
      on.on("group_members.campaign_id", "campaigns.id").andOnVal("group_members.customer_id", customer_id),
    )
    .leftJoin("groups", "groups.id", "group_id")
    .leftJoin("transportations", "transportations.id", "transportation_id")
    .leftJoin("users", "users.id", "supervisor_id")
    .where({ "campaigns.id": campaign_id })
    .first("start_date", "end_date", "departure_date", "flights", "supervisor_phone", {
      campaign: "campaigns.name",
      group: "groups.name",
      bus: "company_name",
      supervisor: "users.username",
    });
}

/** @throws DomainError not_found, conflict */
export async function readVoucher(db: Db, params: URLSearchParams): Promise<Voucher> {
  const all = await guestsOf(db, params);
  const [first] = all as [Guest];
  const guests = all.filter(({ campaign_id }) => campaign_id === first.campaign_id);
  const packageIds = [...new Set(guests.map(({ package_id }) => package_id))];
  const [journey, contents, { emergency_phone, phone }] = await Promise.all([
    journeyOf(db, first),
    contentsOf(db, packageIds),
    findCompany(db),
  ]);
  const services = await Promise.all(
    packageIds.map(async (id): Promise<Services> => {
      const own = guests.filter(({ package_id }) => package_id === id) as [Guest];
      return {
        ...(contents.get(id) as PackageContents),
        guests: own.map(({ contract_number }) => contract_number),
        stays: await staysOfContract(db, own[0]),
      };
    }),
  );
  const numbers = guests.map(({ contract_number }) => contract_number).join("\n");
  const qr = renderSVG(numbers, { border: 1, pixelSize: 1 });
  return { guests, journey, services, qr, emergency: emergency_phone ?? phone };
}

/** The names that an English voucher lacks, as they are called in Arabic. */
export function latinGaps({ guests, services }: Voucher) {
  const stays = services.flatMap(({ stays }) => stays);
  const missing = [
    ...guests.flatMap(({ name, name_latin }) => (name_latin ? [] : [name])),
    ...stays.flatMap(({ hotel, hotel_latin }) => (hotel_latin ? [] : [hotel])),
    ...stays.flatMap(({ city, city_latin }) => (city_latin ? [] : [city])),
  ];
  return [...new Set(missing)];
}
