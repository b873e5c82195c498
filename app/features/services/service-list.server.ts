import type { z } from "zod";
import { askedByAddress } from "~/db/choices.server";
import { screenPage } from "~/db/list.server";
import type { Store } from "~/db/store.server";
import type { Entity } from "~/domain/entity";
import { listScreen } from "~/http/screen.server";
import type { LookupKind } from "./lookups/lookup";
import { lookupOffers } from "./lookups/lookups.server";

/**
 * The loader of a list of services with prices.
 * @param kinds the lookups of its filters
 */
export const serviceList = <Row, Schema extends z.ZodObject, Kind extends LookupKind>(
  entity: Entity,
  { list }: Pick<Store<Row, Schema>, "list">,
  ...kinds: Kind[]
) =>
  listScreen([entity.write], async ({ url: { searchParams } }) => ({
    ...(await screenPage(list, searchParams)),
    offers: await lookupOffers(askedByAddress(searchParams), ...kinds),
  }));
