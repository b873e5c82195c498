import type { Db } from "~/db/knex.server";
import type { CompanyHead } from "~/ui/print-sheet";

/** The head of the office's printed sheets; the name is blank until it is filled in. */
export async function companyHead(db: Db): Promise<CompanyHead> {
  const { logo, ...head } = await db("company_info").first(
    "name",
    "address",
    "phone",
    "email",
    "website",
    "commercial_register",
    "tax_number",
    "logo",
  );
  return { ...head, logo_url: logo && `/uploads/logo/${logo}` };
}
