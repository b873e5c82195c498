import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { screenPage } from "~/db/list.server";
import { AccountsPage } from "~/features/links/accounts-page";
import { saidRate } from "~/features/money/rate";
import { screen } from "~/http/screen.server";
import { fieldColumn } from "~/ui/page/field-columns";
import { DeleteLink, EditLink } from "~/ui/page/links";
import { ListTable } from "~/ui/page/list-table";
import { Badge, useListSearch } from "~/ui/page/page";
import { currencies, defaultCurrency } from "./currencies.server";
import { currency, setDefaultQuestion } from "./currency";

const { labels, path } = currency;

export const meta = () => [{ title: "العملات · الحسابات المالية" }];

export const loader = screen([currency.write], async ({ url: { searchParams } }) => {
  const [page, base] = await Promise.all([screenPage(currencies.list, searchParams), defaultCurrency(db)]);
  return { ...page, base };
});

export default function Currencies() {
  const { base, ...page } = useLoaderData<typeof loader>();
  const query = useListSearch();
  return (
    <AccountsPage of={currency}>
      <ListTable
        of={currency}
        page={page}
        columns={[
          fieldColumn(currency, "name"),
          { label: labels.code, cell: ({ code }) => <bdi dir="ltr">{code}</bdi> },
          { label: labels.symbol, cell: ({ symbol }) => <bdi>{symbol}</bdi> },
          {
            label: labels.exchange_rate,
            kind: "code",
            cell: ({ code, exchange_rate, is_default }) =>
              base && !is_default ? <bdi dir="ltr">{saidRate(exchange_rate, code, base.code)}</bdi> : "—",
          },
          {
            label: labels.is_default,
            cell: ({ is_default }) =>
              is_default ? <Badge tone="gold">أساسية</Badge> : <Badge tone="plain">فرعية</Badge>,
          },
        ]}
        actions={({ id, name, is_default }) => (
          <>
            <EditLink to={currency} id={id} />
            {!is_default && (
              <>
                <a
                  href={`${path}/${id}/set-default${query}`}
                  data-confirm="browser"
                  data-question={setDefaultQuestion(name)}
                  aria-label={`تعيين كافتراضية: ${name}`}
                >
                  تعيين كافتراضية
                </a>
                <DeleteLink to={currency} id={id} by="toast" />
              </>
            )}
          </>
        )}
      >
        أضف أول عملة: تصبح العملة الأساسية، وتقاس بها أسعار العملات الأخرى.
      </ListTable>
    </AccountsPage>
  );
}
