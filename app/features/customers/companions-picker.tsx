import type { FieldMetadata } from "@conform-to/react";
import { type ReactNode, useState } from "react";
import { Remarks } from "~/ui/form/remarks";
import { useHydrated } from "~/ui/page/hydration";
import { useTypeAhead } from "~/ui/picker/type-ahead";
import { type Found, nobody, Person, SearchBox } from "./customer-picker";

/**
 * A choice of several customers: each chosen one becomes a ticked box below. Without JavaScript a button searches
 * (`intent=companions`, text in `companions_query`), and the matches become boxes to tick.
 */
export function CompanionsPicker({
  field,
  label,
  chosen: initial,
  except,
  query = "",
  matches,
  after,
  onChosen,
}: {
  // biome-ignore lint/suspicious/noExplicitAny: Conform's metadata carries the schema's type; the picker takes any
  field: FieldMetadata<any, any, any>;
  label: string;
  chosen: Found[];
  /** Who is not offered: the customer whose companions they are. */
  except?: number;
  /** The searched text and the matches without JavaScript; undefined without a search. */
  query?: string;
  matches?: Found[];
  /** Content beside it, such as a button that adds a customer. */
  after?: ReactNode;
  /** Called with all who are offered as boxes, once one more is. */
  onChosen?: (choices: Found[]) => void;
}) {
  const live = useHydrated() && !matches;
  const [choices, setChosen] = useState(initial);
  const isChosen = ({ id }: Found) => choices.some((one) => one.id === id);
  const { note, ask, close, combobox, offer } = useTypeAhead<Found>({
    address: "/api/customers/search",
    key: "customers",
    delay: 300,
    none: nobody,
    isOffered: ({ id }) => id !== except,
    onChoose(customer) {
      const input = document.getElementById(field.id) as HTMLInputElement | null;
      if (input) input.value = "";
      if (isChosen(customer)) return;
      setChosen([...choices, customer]);
      onChosen?.([...choices, customer]);
    },
  });
  const others = matches?.filter((one) => !isChosen(one) && one.id !== except) ?? [];
  return (
    <div className="field wide">
      <label htmlFor={field.id}>{label}</label>
      <div className="picker">
        <SearchBox
          {...{ field, label, live, after, offer }}
          intent="companions"
          input={{
            name: "companions_query",
            defaultValue: query,
            ...(live && {
              ...combobox,
              onChange: (event) => ask(event.target),
              onFocus: (event) => ask(event.target),
              onBlur: close,
            }),
          }}
        />
      </div>
      {!matches && (
        <p className="hint" role="status">
          {note}
        </p>
      )}
      {matches?.length === 0 && <p className="hint">{nobody}</p>}
      {choices.length + others.length > 0 && (
        <fieldset className="picks">
          <legend className="sr-only">{label}</legend>
          {[...choices, ...others].map((customer) => (
            <label key={customer.id}>
              <input
                type="checkbox"
                name={field.name}
                value={customer.id}
                defaultChecked={isChosen(customer)}
              />
              <Person {...customer} />
            </label>
          ))}
        </fieldset>
      )}
      <Remarks field={field} />
    </div>
  );
}
