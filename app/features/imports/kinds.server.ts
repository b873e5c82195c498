import { notFound } from "~/domain/domain-error";
import { agent } from "~/features/agents/agent";
import { agents } from "~/features/agents/agents.server";
import { customer } from "~/features/customers/customer";
import { checkDates, customers } from "~/features/customers/customers.server";
import { supplier } from "~/features/suppliers/supplier";
import { suppliers } from "~/features/suppliers/suppliers.server";
import { isAt } from "~/http/address.server";
import { contractImports } from "./contracts.server";
import { pilgrimNames } from "./headings";
import { hotelImports } from "./hotels.server";
import type { ImportedTable } from "./import";
import type { Importable } from "./importable.server";
import { people } from "./people.server";
import { visaImports } from "./visas.server";

const kinds: { [Table in ImportedTable]: Importable } = {
  customers: people(customer, customers, pilgrimNames, {
    check: checkDates,
    identities: ["national_id", "passport_number"],
    asksWhoIs: true,
  }),
  agents: people(agent, agents, "الاسم، الوكيل، اسم المكتب، المكتب، Agent، Agent Name"),
  suppliers: people(
    supplier,
    suppliers,
    "الاسم، المورد، اسم الشركة، الشركة، Supplier، Supplier Name، Vendor",
  ),
  hotels: hotelImports,
  visas: visaImports,
  contracts: contractImports,
};

/** The permissions that open an import of one kind or another. */
export const importers = Object.values(kinds).map(({ entity }) => entity.write);

/**
 * What is imported at an address, by the list below which it lies. No parameter of a route can say it: lists lie at different depths,
 * and `:kind/import` would be no nearer match than `contracts/:id`.
 */
export const importableAt = (request: Request) =>
  Object.values(kinds).find(({ entity }) => isAt(request, `${entity.path}/import/*`));

/** @throws DomainError not_found */
export function importableOf(request: Request) {
  const found = importableAt(request);
  if (!found) throw notFound("لا توجد صفحة بهذا العنوان");
  return found;
}
