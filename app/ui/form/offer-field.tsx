import type { ComponentProps } from "react";
import { type NamedChoice, type Offer, searchNameOf } from "~/domain/offer";
import { matchMessage, othersByName } from "~/ui/page/offer-words";
import { type Offers, useTypedOffers } from "~/ui/page/use-typed-offers";
import { CheckboxesField, SelectField } from "./field";
import { SearchStep } from "./search-step";

type Searched<Choice> = {
  offer: Offer<Choice>;
  /** Gets the choices that were found while the user types. */
  onOffers: (offers: Offers) => void;
};

/** A choice of a row; see db/choices.server.ts. */
export const OfferField = ({
  offer,
  onOffers,
  ...select
}: Omit<ComponentProps<typeof SelectField>, "choices"> & Searched<NamedChoice>) => (
  <>
    <SelectField {...select} choices={offer.choices} />
    <OfferSearch name={select.field.name} {...{ offer, onOffers }} />
  </>
);

type BoxesProps = ComponentProps<typeof CheckboxesField>;

/** Rows to tick; see db/choices.server.ts. */
export const OfferBoxesField = ({
  offer,
  onOffers,
  ...boxes
}: Omit<BoxesProps, "choices"> & Searched<BoxesProps["choices"][number]>) => (
  <>
    <CheckboxesField {...boxes} choices={offer.choices} />
    <OfferSearch name={boxes.field.name} {...{ offer, onOffers }} />
  </>
);

/** Below a field that does not offer all rows: a search by name, which is a step of the form and gives it others. */
export function OfferSearch({ name, offer: { search }, onOffers }: { name: string } & Searched<unknown>) {
  const typing = useTypedOffers(name, onOffers);
  if (!search) return null;
  const query = `${searchNameOf(name)}_query`;
  return (
    <div className="field wide">
      <SearchStep
        id={query.replaceAll("_", "-")}
        name={query}
        label={othersByName(search)}
        query={search.query}
        intent="offer"
        note={matchMessage(search)}
        {...typing}
      />
    </div>
  );
}
