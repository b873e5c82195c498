import type { ComponentProps, ReactNode } from "react";
import type { Entity } from "~/domain/entity";
import type { Fields } from "~/domain/fields";
import { formatAmount, type ShownCurrency } from "~/domain/money";
import type { Offer } from "~/domain/offer";
import { currency } from "~/features/currencies/currency";
import { EntityDialog, useEntityForm } from "~/ui/form/entity-form";
import { type Adding, useAdding } from "~/ui/inline-create";
import { type LookupKind, lookupKinds, lookups } from "./lookups/lookup";
import { LookupDialog } from "./lookups/lookup-field";

type Service = { updated_at: string; currency: ShownCurrency };
type Reference = (typeof lookups)[LookupKind]["reference"];
type Choices = [id: number, label: string][];
type Loaded<Row extends Service> = Parameters<typeof useEntityForm<Row, string>>[1] & {
  currencies: Choices;
  offers: Record<Reference, Offer>;
};

/**
 * The form of a service, whose prices have its currency's decimals, and the small dialog that adds to its lookups.
 * @param values the first values of a new one, beside the default currency
 */
export function useServiceForm<Row extends Service, Field extends string>(
  entity: Entity<Field> & { fields: Fields },
  loaded: Loaded<Row>,
  values: object = {},
) {
  const prices = Object.keys(entity.fields).filter((name) => entity.fields[name]?.kind === "price");
  const amountOf = (row: Row, name: string) =>
    formatAmount((row as unknown as Record<string, number>)[name] ?? 0, row.currency.decimals);
  const form = useEntityForm(entity, loaded, {
    toValues: (row) => ({ ...row, ...Object.fromEntries(prices.map((name) => [name, amountOf(row, name)])) }),
    values: { currency_id: loaded.currencies[0]?.[0], ...values },
  });
  const adding = useAdding(lookupKinds, form);
  const { field } = form;
  return {
    ...form,
    adding,
    /** For the field of the service's name: it has the focus, unless a choice was just added. */
    naming: { wide: true, autoComplete: "off", autoFocus: !adding.added },
    /** For a field that refers to a lookup. */
    lookup: (kind: LookupKind) => ({
      ...form.offer(lookups[kind].reference as Field & Reference),
      kind,
      adding,
    }),
    currency: { ...field("currency_id" as Field), choices: loaded.currencies, lacks: currency },
  };
}

export function ServiceDialog({
  form,
  children,
}: {
  form: ComponentProps<typeof EntityDialog>["form"] & { adding: Adding<LookupKind> };
  children: ReactNode;
}) {
  return (
    <>
      <EntityDialog form={form} under={form.adding}>
        {children}
      </EntityDialog>
      <LookupDialog adding={form.adding} />
    </>
  );
}
