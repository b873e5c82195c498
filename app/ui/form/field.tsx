import { getInputProps, getSelectProps, getTextareaProps } from "@conform-to/react";
import type { ReactNode } from "react";
import type { Entity } from "~/domain/entity";
import { DateInput } from "~/ui/page/date-input";
import { MissingChoice } from "~/ui/page/empty-choice";
import { acceptedPapers } from "~/ui/page/file-link";
import { useAutoFocus } from "./focus";
import { type Common, describedBy, isOther, otherNow, Remarks, Star } from "./remarks";

/** @param storedValue the present value, where another one was typed */
function Frame({
  field,
  label,
  hint,
  wide,
  storedValue,
  required = field.required,
  children,
}: Common & { required?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? "field wide" : "field"}>
      <label htmlFor={field.id}>
        {label} {required && <Star />}
      </label>
      {children}
      <Remarks field={field} hint={hint} storedValue={storedValue} />
    </div>
  );
}

type InputProps = Omit<React.ComponentProps<"input">, "type"> & {
  type?: "text" | "date" | "time" | "datetime-local" | "email" | "tel" | "password" | "search" | "file";
};

/** A field of one line. Phones and codes pass `dir="ltr"`. */
export function TextField({
  field,
  label,
  hint,
  wide,
  storedValue,
  type = "text",
  ...input
}: Common & InputProps) {
  const Control = type === "date" ? DateInput : "input";
  const below = { field, hint, storedValue: otherNow({ field, storedValue }) };
  return (
    <Frame {...{ label, wide, ...below }} required={input.required}>
      <Control
        {...withoutKey(getInputProps(field, { type, ariaDescribedBy: describedBy(below) }))}
        {...input}
        autoFocus={useAutoFocus(field.name, input.autoFocus)}
      />
    </Frame>
  );
}

/** A number: of any decimals, or a whole one. */
export function NumberField({
  whole,
  ...input
}: { whole?: boolean } & React.ComponentProps<typeof TextField>) {
  return <TextField dir="ltr" inputMode={whole ? "numeric" : "decimal"} autoComplete="off" {...input} />;
}

/** The user's present password. */
export const PasswordField = (input: React.ComponentProps<typeof TextField>) => (
  <TextField type="password" autoComplete="current-password" dir="ltr" {...input} />
);

/** A paper to upload, the last field of its form: of a too large body those before it are still read (docs/decisions/bounds.md). */
export const PaperField = (input: React.ComponentProps<typeof TextField>) => (
  <TextField type="file" accept={acceptedPapers} {...input} />
);

type Choices = [value: string | number, label: string][];

const option = ([value, text]: Choices[number]) => (
  <option key={value} value={value}>
    {text}
  </option>
);

export function SelectField({
  field,
  label,
  hint: usualHint,
  wide,
  storedValue,
  choices,
  others,
  empty,
  lacks,
  after,
  ...select
}: Common &
  React.ComponentProps<"select"> & {
    choices: Record<string, string> | Choices;
    /** Choices in a group of their own below the others, with a heading. */
    others?: { label: string; choices: Choices };
    /** The present value: a choice's value, or its words if it is no longer offered. */
    storedValue?: ReactNode;
    /** The words for no choice; left out if a choice is required. */
    empty?: string;
    /** The entity of its choices. Without any choice, the hint says so and links to the form that adds one. */
    lacks?: Entity;
    /** Content beside it, such as a button that adds a choice. */
    after?: ReactNode;
  }) {
  const first: Choices = Array.isArray(choices) ? choices : Object.entries(choices);
  const all = [...first, ...(others?.choices ?? [])];
  const hint = lacks && !all.length ? <MissingChoice of={lacks} /> : usualHint;
  const nameOf = (choice: unknown) => all.find(([value]) => String(value) === String(choice))?.[1];
  const now = { field, storedValue: nameOf(storedValue) ?? storedValue };
  const below = { field, hint, storedValue: otherNow(now, nameOf(field.initialValue)) };
  const control = (
    <select
      {...withoutKey(getSelectProps(field, { ariaDescribedBy: describedBy(below) }))}
      {...select}
      autoFocus={useAutoFocus(field.name, select.autoFocus)}
    >
      {empty !== undefined && <option value="">{empty}</option>}
      {first.map(option)}
      {others && <optgroup label={others.label}>{others.choices.map(option)}</optgroup>}
    </select>
  );
  return (
    <Frame {...{ label, wide, ...below }} required={select.required}>
      {after ? (
        <div className="beside">
          {control}
          {after}
        </div>
      ) : (
        control
      )}
    </Frame>
  );
}

export function TextAreaField({
  field,
  label,
  hint,
  wide = true,
  storedValue,
  ...area
}: Common & React.ComponentProps<"textarea">) {
  const below = { field, hint, storedValue: otherNow({ field, storedValue }) };
  return (
    <Frame {...{ label, wide, ...below }}>
      <textarea
        rows={3}
        {...withoutKey(getTextareaProps(field, { ariaDescribedBy: describedBy(below) }))}
        {...area}
      />
    </Frame>
  );
}

/**
 * A box to tick. The empty value before it means an unticked box (see `flag` of the input pieces).
 * @param isProposed whether it is ticked until the form has come back with it
 */
export function CheckboxField({
  field,
  label,
  hint,
  storedValue,
  text,
  required,
  isProposed,
}: Omit<Common, "wide"> & {
  text: string;
  /** Whether it has to be ticked. */
  required?: boolean;
  isProposed?: boolean;
}) {
  // A form that comes back has both values of a ticked box: the hidden one's and its own.
  const values = [field.initialValue ?? (isProposed ? "true" : undefined)].flat();
  const isTicked = values.some((value) => ["true", "on", "1"].includes(String(value)));
  const isChanged = storedValue !== undefined && isOther(storedValue, isTicked);
  const below = { field, hint, storedValue: isChanged ? (storedValue ? "نعم" : "لا") : undefined };
  return (
    <fieldset className="field">
      <legend>{label}</legend>
      <input type="hidden" name={field.name} value="" />
      <label className="tick">
        <input
          type="checkbox"
          id={field.id}
          name={field.name}
          value="true"
          defaultChecked={isTicked}
          required={required}
          aria-invalid={field.errors ? true : undefined}
          aria-describedby={
            [field.errors && field.errorId, describedBy(below)].filter(Boolean).join(" ") || undefined
          }
        />
        {text}
      </label>
      <Remarks {...below} />
    </fieldset>
  );
}

type Option = { id: number; name: string };

/** Rows to tick. The empty value before them means that none is ticked (see `ids` of the input pieces). */
export function CheckboxesField({
  field,
  label,
  hint,
  storedValue,
  choices,
  empty,
}: Omit<Common, "wide" | "storedValue"> & {
  /** Choices, each with an optional second line. */
  choices: (Option & { note?: ReactNode })[];
  /** Content in place of the boxes if there are none. */
  empty: ReactNode;
  storedValue?: Option[];
}) {
  const tickedValues = [field.initialValue ?? []].flat().map(String);
  const isTicked = ({ id }: Option) => tickedValues.includes(String(id));
  const change = storedValue && isOther(storedValue, field.initialValue);
  return (
    <fieldset
      className="field wide"
      id={field.id}
      tabIndex={-1}
      aria-describedby={field.errors ? field.errorId : hint ? field.descriptionId : undefined}
    >
      <legend>{label}</legend>
      <input type="hidden" name={field.name} value="" />
      {choices.length === 0 && <p className="hint">{empty}</p>}
      {choices.length > 0 && (
        <div className="picks">
          {choices.map(({ note, ...choice }) => (
            <label key={choice.id}>
              <input type="checkbox" name={field.name} value={choice.id} defaultChecked={isTicked(choice)} />
              <span>
                {choice.name}
                {note && <small>{note}</small>}
              </span>
            </label>
          ))}
        </div>
      )}
      <Remarks
        field={field}
        hint={hint}
        storedValue={change ? storedValue.map(({ name }) => name).join("، ") : undefined}
      />
    </fieldset>
  );
}

function withoutKey<Props extends { key?: unknown }>({ key: _, ...props }: Props) {
  return props;
}
