import type { z } from "zod";
import { db } from "~/db/knex.server";
import type { Store } from "~/db/store.server";
import type { Entity } from "~/domain/entity";
import { currencyChoices } from "~/features/currencies/currencies.server";
import { formOf, saveAction } from "~/http/entity-screens.server";
import { screen } from "~/http/screen.server";
import { addToLookup } from "./lookups/inline-create.server";

/**
 * The loader and action of the form of a service with prices.
 * @param choices what its selects offer, beside currencies
 */
export function serviceForm<
  Row extends { updated_at: string },
  Schema extends z.ZodObject,
  Choices extends object,
>(entity: Entity, store: Store<Row, Schema>, choices: () => Promise<Choices>) {
  return {
    loader: screen([entity.write], async ({ params }) => ({
      ...(await formOf(store, params)),
      ...(await choices()),
      currencies: await currencyChoices(db),
    })),
    action: saveAction(entity, store, { sideStep: addToLookup }),
  };
}
