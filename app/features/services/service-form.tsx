import type { ComponentProps, ReactNode } from "react";
import { type Entity, wordsOf } from "~/domain/entity";
import type { Fields } from "~/domain/fields";
import { formatAmount, type ShownCurrency } from "~/domain/money";
import type { Offer } from "~/domain/offer";
import { currency } from "~/features/currencies/currency";
import { EntityDialog, useEntityForm } from "~/ui/form/entity-form";
import { TextField } from "~/ui/form/field";
import { LatinField } from "~/ui/form/latin-field";
import type { Common } from "~/ui/form/remarks";
import { useAdding } from "~/ui/inline-create";
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
    names: { name: field(wordsOf(entity).name as Field), latinName: field("name_latin" as Field) },
    /** For a field that refers to a lookup. */
    lookup: (kind: LookupKind) => ({
      ...form.offer(lookups[kind].reference as Field & Reference),
      kind,
      adding,
    }),
    currency: { ...field("currency_id" as Field), choices: loaded.currencies, lacks: currency },
  };
}

/**
 * The dialog of a service's form, which begins with its names. The first one has the focus, unless a choice was just added.
 * @param example of a name in Latin letters
 */
export function ServiceDialog({
  form,
  example,
  children,
}: {
  form: ComponentProps<typeof EntityDialog>["form"] &
    Pick<ReturnType<typeof useServiceForm>, "adding"> & { names: Record<"name" | "latinName", Common> };
  example: string;
  children: ReactNode;
}) {
  const { adding, names } = form;
  return (
    <>
      <EntityDialog form={form} under={adding}>
        <TextField {...names.name} wide autoComplete="off" autoFocus={!adding.added} />
        <LatinField {...names.latinName} wide example={example} />
        {children}
      </EntityDialog>
      <LookupDialog adding={adding} />
    </>
  );
}
