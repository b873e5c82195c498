import type { z } from "zod";
import { askedByValues } from "~/db/choices.server";
import { db } from "~/db/knex.server";
import type { Store } from "~/db/store.server";
import type { Entity } from "~/domain/entity";
import { currencyChoices } from "~/features/currencies/currencies.server";
import { formOf, saveAction } from "~/http/entity-screens.server";
import { screen } from "~/http/screen.server";
import { addToLookup } from "./lookups/inline-create.server";
import type { LookupKind } from "./lookups/lookup";
import { lookupOffers } from "./lookups/lookups.server";

/**
 * The loader and action of the form of a service with prices.
 * @param kinds the lookups of its selects
 */
export function serviceForm<Row extends { updated_at: string }, Schema extends z.ZodObject>(
  entity: Entity,
  store: Store<Row, Schema>,
  ...kinds: LookupKind[]
) {
  return {
    loader: screen([entity.write], async ({ params }) => {
      const form = await formOf(store, params);
      const [offers, currencies] = await Promise.all([
        lookupOffers(askedByValues(form.row), ...kinds),
        currencyChoices(db),
      ]);
      return { ...form, offers, currencies };
    }),
    action: saveAction(entity, store, {
      sideStep: addToLookup,
      offers: (asked) => lookupOffers(asked, ...kinds),
    }),
  };
}
