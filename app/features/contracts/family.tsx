import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { notFound } from "~/domain/domain-error";
import { formatMoney } from "~/domain/money";
import { moveAddress } from "~/features/links/move-address";
import { splitAddress } from "~/features/links/split-address";
import { voucherAddress } from "~/features/links/voucher-address";
import { screen } from "~/http/screen.server";
import { Dialog } from "~/ui/dialog/dialog";
import { fieldColumn } from "~/ui/page/field-columns";
import { ButtonLink, useHolds } from "~/ui/page/links";
import { useListSearch } from "~/ui/page/page";
import { Table } from "~/ui/page/table";
import { contract, stands } from "./contract";
import { ContractSums } from "./contract-sums";
import { contractsNamed } from "./contracts.server";

const { labels, path, write } = contract;

export const meta = () => [{ title: "عقود وقعت معًا" }];

export const loader = screen([write], async ({ url: { searchParams } }) => {
  if (!searchParams.has("contracts")) throw redirect(`${path}/new`);
  const contracts = await contractsNamed(db, searchParams);
  if (!contracts.length) throw notFound();
  return contracts;
});

/** The page after a family has signed: a print for each, and one receipt for all. */
export default function FamilyContracts() {
  const contracts = useLoaderData<typeof loader>();
  const isCashier = useHolds("manage_financials");
  const back = path + useListSearch();
  const unpaid = contracts.filter(({ remaining_amount }) => remaining_amount > 0);
  return (
    <Dialog title="عقود وقعت معًا" back={back}>
      <Table
        caption="العقود"
        rows={contracts}
        columns={[
          fieldColumn(contract, "contract_number"),
          { label: labels.customer_id, cell: ({ customer_name }) => customer_name },
          {
            label: labels.remaining_amount,
            kind: "n",
            cell: ({ remaining_amount, currency }) => formatMoney(remaining_amount, currency),
          },
        ]}
        actions={({ id }) => (
          <>
            <a href={`${path}/${id}/print`}>طباعة</a>
            <a href={`${path}/${id}`} data-stay="">
              تفاصيل
            </a>
          </>
        )}
      />
      <ContractSums contracts={contracts.filter(stands)} />
      <div className="form-actions">
        {isCashier && unpaid.length > 0 && (
          <a className="button primary" href={splitAddress(unpaid.map(({ id }) => id))} data-discover="true">
            سند قبض واحد لها
          </a>
        )}
        {contracts.some(stands) && (
          <ButtonLink href={voucherAddress(contracts.map(({ id }) => id))}>قسيمة خدمات واحدة لها</ButtonLink>
        )}
        {contracts.some(stands) && (
          <ButtonLink href={moveAddress(contracts.filter(stands).map(({ id }) => id))}>
            نقلها إلى حملة أخرى
          </ButtonLink>
        )}
        <a className="button" href={back} data-stay="">
          إغلاق
        </a>
      </div>
    </Dialog>
  );
}
