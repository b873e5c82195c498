import type { Db, Transaction } from "~/db/knex.server";
import { visibleRows } from "~/db/rows.server";
import { conflicting, invalid } from "~/domain/domain-error";
import type { Question } from "~/domain/question";
import type { Decimal } from "~/features/money/money.server";
import { type PackageContents, packageContents } from "~/features/services/packages/contents.server";
import { cellsOfPackage, type StoredCell } from "~/features/services/packages/prices-by-room.server";

/* The rules for a new contract, and for one that becomes active again (rulings §4). */

/** The package of a new contract, with its prices, its cost and what it gives at one moment. @throws DomainError invalid, conflict */
export async function attachedPackage(
  trx: Db,
  { campaign_id, package_id }: { campaign_id: number; package_id: number },
) {
  const offer = await trx("packages")
    .join("currencies", "currencies.id", "currency_id")
    .where({ "packages.id": package_id })
    .first("currency_id", "code", "total_price", "total_cost", "exchange_rate", "packages.status", {
      contents: trx.raw(packageContents),
      cells: trx.raw(cellsOfPackage),
    });
  if (!offer) throw invalid("package_id", "الباقة غير موجودة");
  if (!(await trx("campaign_packages").where({ campaign_id, package_id }).first("package_id"))) {
    throw invalid("package_id", "هذه الباقة ليست من باقات الحملة المختارة");
  }
  if (offer.status !== "active") throw conflicting("package_id", "الباقة غير متاحة لعقود جديدة");
  return offer as {
    currency_id: number;
    code: string;
    contents: PackageContents;
    cells: StoredCell[];
  } & Record<"total_price" | "total_cost" | "exchange_rate", Decimal>;
}

type Pilgrim = { id: number; name: string; status: string };

/** The active customers by id, locked in that order before their contracts refer to them (docs/decisions/locks.md). @throws DomainError invalid, conflict, at the field that names the customer to blame */
export async function activeCustomers(trx: Transaction, ids: number[]): Promise<Pilgrim[]> {
  const rows: Pilgrim[] = await visibleRows(trx, "customers")
    .whereIn("id", ids)
    .orderBy("id")
    .forKeyShare()
    .select("id", "name", "status");
  return ids.map((id, index) => {
    const customer = rows.find((row) => row.id === id);
    const field = index ? "companion_ids" : "customer_id";
    if (!customer) throw invalid(field, "العميل غير موجود");
    if (customer.status === "active") return customer;
    const who = index ? `العميل «${customer.name}»` : "العميل";
    throw conflicting(field, `${who} غير نشط، فعّله قبل توقيع عقد جديد`);
  });
}

/**
 * The questions of a form before these customers get a further contract in a campaign. The campaign's row is locked.
 * @param except contracts that end with it
 */
export async function questionsOf(
  trx: Transaction,
  campaign_id: number,
  customers: Pick<Pilgrim, "id" | "name">[],
  except: number[] = [],
) {
  const rows: { id: number; contract_number: string; customer_id: number }[] = await trx("contracts")
    .where({ campaign_id })
    .whereIn(
      "customer_id",
      customers.map(({ id }) => id),
    )
    .whereRaw("stands(status)")
    .whereNotIn("id", except)
    .orderBy("id")
    .select("id", "contract_number", "customer_id");
  return rows.map(({ id, contract_number, customer_id }): Question => {
    const name = customers.find((one) => one.id === customer_id)?.name;
    return {
      text: `للعميل «${name}» عقد قائم في هذه الحملة.`,
      about: [campaign_id, customer_id, id],
      link: { href: `/contracts/${id}`, label: `العقد ${contract_number}` },
    };
  });
}
