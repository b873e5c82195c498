import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { screen } from "~/http/screen.server";
import { Badge, Empty, useListSearch } from "~/ui/page";
import { DeleteLink, Table } from "~/ui/table";
import { AccountsPage } from "../accounts-page";
import { listCurrencies } from "./currencies.server";
import { formatRate, currencyLabels as labels, setDefaultQuestion } from "./currency";

export const meta = () => [{ title: "العملات · الحسابات المالية" }];

export const loader = screen(["manage_financials"], async ({ url }) => ({
  rows: await listCurrencies(db, url.searchParams),
}));

const path = "/settings/accounts/currencies";

export default function Currencies() {
  const { rows } = useLoaderData<typeof loader>();
  const query = useListSearch();
  const base = rows.find(({ is_default }) => is_default);
  return (
    <AccountsPage path="/settings/accounts/currencies" add="إضافة عملة">
      {rows.length === 0 ? (
        <Empty title="لا توجد عملات بعد">
          <p>أضف أول عملة: تصبح العملة الأساسية، وتقاس بها أسعار العملات الأخرى.</p>
        </Empty>
      ) : (
        <Table
          caption="العملات"
          item="العملة"
          rows={rows}
          columns={[
            { label: labels.name, cell: ({ name }) => name },
            { label: labels.code, cell: ({ code }) => <bdi dir="ltr">{code}</bdi> },
            { label: labels.symbol, cell: ({ symbol }) => <bdi>{symbol}</bdi> },
            {
              label: base ? `${labels.exchange_rate} (${base.code})` : labels.exchange_rate,
              kind: "n",
              cell: ({ exchange_rate }) => <bdi dir="ltr">{formatRate(exchange_rate)}</bdi>,
            },
            {
              label: labels.is_default,
              cell: ({ is_default }) =>
                is_default ? <Badge tone="gold">أساسية</Badge> : <Badge tone="plain">فرعية</Badge>,
            },
          ]}
          actions={({ id, name, is_default }) => (
            <>
              <a href={`${path}/${id}/edit${query}`} data-stay="">
                تعديل
              </a>
              {!is_default && (
                <>
                  <a
                    href={`${path}/${id}/set-default${query}`}
                    data-confirm="browser"
                    data-question={setDefaultQuestion(name)}
                    aria-label={`تعيين ${name} عملة افتراضية`}
                  >
                    تعيين كافتراضية
                  </a>
                  <DeleteLink href={`${path}/${id}/delete${query}`} by="toast" />
                </>
              )}
            </>
          )}
        />
      )}
    </AccountsPage>
  );
}
