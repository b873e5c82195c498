import { useRef } from "react";
import { OfferField } from "~/ui/form/offer-field";
import { AddButton, AddDialog, type Adding } from "~/ui/inline-create";
import { type LookupKind, lookups } from "./lookup";

/* A select with a button that adds a choice (spec §2), and the dialog that the button opens over the form. */

/** A select with a button that adds a choice. The new choice becomes the chosen one. */
export function LookupField({
  kind,
  adding,
  ...select
}: { kind: LookupKind; adding: Adding<LookupKind> } & React.ComponentProps<typeof OfferField>) {
  // The last new choice stays chosen while other fields' dialogs open and close.
  const last = useRef<number>();
  const added = adding.addedTo(kind);
  if (select.offer.choices.some(([id]) => id === added)) last.current = added;
  return (
    <OfferField
      key={last.current}
      {...(last.current && { defaultValue: last.current, autoFocus: true })}
      {...select}
      after={<AddButton adding={adding} kind={kind} title={lookups[kind].title} />}
    />
  );
}

export function LookupDialog({ adding }: { adding: Adding<LookupKind> }) {
  if (!adding.kind) return null;
  const { title, label, column } = lookups[adding.kind];
  return (
    <AddDialog adding={adding} title={title}>
      <div className="field">
        <label htmlFor="lookup-value">{label}</label>
        <input
          id="lookup-value"
          name="lookup_value"
          defaultValue={adding.value}
          autoComplete="off"
          autoFocus
          {...(column === "value" && { dir: "ltr", inputMode: "numeric", placeholder: "5" })}
        />
      </div>
    </AddDialog>
  );
}
