import { useLoaderData } from "@remix-run/react";
import { screenPage } from "~/db/list.server";
import { AccountsPage } from "~/features/links/accounts-page";
import { screen } from "~/http/screen.server";
import { fieldColumn } from "~/ui/page/field-columns";
import { DeleteLink, EditLink } from "~/ui/page/links";
import { ListTable } from "~/ui/page/list-table";
import { Badge, useListSearch } from "~/ui/page/page";
import { currencies } from "./currencies.server";
import { currency, formatRate, setDefaultQuestion } from "./currency";

const { labels, path } = currency;

export const meta = () => [{ title: "العملات · الحسابات المالية" }];

export const loader = screen([currency.write], ({ url: { searchParams } }) =>
  screenPage(currencies.list, searchParams),
);

export default function Currencies() {
  const page = useLoaderData<typeof loader>();
  const query = useListSearch();
  const base = page.rows.find(({ is_default }) => is_default);
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
            <EditLink to={currency} id={id} />
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
