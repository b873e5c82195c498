import { agent } from "~/features/agents/agent";
import { agents } from "~/features/agents/agents.server";
import { customer } from "~/features/customers/customer";
import { checkValues, customers } from "~/features/customers/customers.server";
import { supplier } from "~/features/suppliers/supplier";
import { suppliers } from "~/features/suppliers/suppliers.server";
import { pilgrimNames } from "./headings";
import type { Importable } from "./importable.server";
import { people } from "./people.server";

export const customerImports: Importable = {
  ...people(customer, customers, pilgrimNames, {
    check: checkValues,
    identities: ["national_id", "passport_number"],
    asksWhoIs: true,
  }),
  hasPage: true,
};

export const agentImports = people(agent, agents, "الاسم، الوكيل، اسم المكتب، المكتب، Agent، Agent Name");

export const supplierImports = people(
  supplier,
  suppliers,
  "الاسم، المورد، اسم الشركة، الشركة، Supplier، Supplier Name، Vendor",
);
