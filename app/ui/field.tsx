import { type FieldMetadata, getInputProps, getSelectProps, getTextareaProps } from "@conform-to/react";
import type { ReactNode } from "react";

type Common = {
  // biome-ignore lint/suspicious/noExplicitAny: Conform's metadata carries the schema's type; a control takes any
  field: FieldMetadata<any, any, any>;
  label: string;
  hint?: ReactNode;
  wide?: boolean;
  /** What is stored now, where someone else changed it meanwhile. */
  now?: ReactNode;
};

/** @param typed the words for what was typed, where they are others than the value sent */
function Frame({
  field,
  label,
  hint,
  wide,
  now,
  typed,
  required = field.required,
  children,
}: Common & { typed?: string; required?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? "field wide" : "field"}>
      <label htmlFor={field.id}>
        {label} {required && <abbr title="مطلوب">*</abbr>}
      </label>
      {children}
      {field.errors && (
        <p className="error" id={field.errorId}>
          {field.errors.join(" ")}
        </p>
      )}
      {now !== undefined && (now ?? "") !== (typed ?? field.initialValue ?? "") && (
        <p className="now">
          القيمة الحالية: <bdi>{now || "—"}</bdi>
        </p>
      )}
      {hint && (
        <p className="hint" id={field.descriptionId}>
          {hint}
        </p>
      )}
    </div>
  );
}

type InputProps = Omit<React.ComponentProps<"input">, "type"> & {
  type?: "text" | "date" | "email" | "tel" | "password" | "search" | "file";
};

/** One line. Numbers, phones and codes pass `dir="ltr"`; amounts `inputMode="decimal"`, never `type="number"`. */
export function TextField({ field, label, hint, wide, now, type = "text", ...input }: Common & InputProps) {
  return (
    <Frame {...{ field, label, hint, wide, now }}>
      {/* key: Conform's own, so that a refused form shows what was typed */}
      <input
        {...withoutKey(
          getInputProps(field, { type, ariaDescribedBy: hint ? field.descriptionId : undefined }),
        )}
        {...input}
      />
    </Frame>
  );
}

export function SelectField({
  field,
  label,
  hint,
  wide,
  now,
  choices,
  empty,
  after,
  ...select
}: Common &
  React.ComponentProps<"select"> & {
    choices: Record<string, string> | [value: string | number, label: string][];
    /** What stands for no choice; left out where a choice is always made. */
    empty?: string;
    /** What stands beside it, such as a button that adds a choice. */
    after?: ReactNode;
  }) {
  const all: [value: string | number, label: string][] = Array.isArray(choices)
    ? choices
    : Object.entries(choices);
  const typed = all.find(([value]) => String(value) === field.initialValue)?.[1];
  const control = (
    <select
      {...withoutKey(getSelectProps(field, { ariaDescribedBy: hint ? field.descriptionId : undefined }))}
      {...select}
    >
      {empty !== undefined && <option value="">{empty}</option>}
      {all.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  );
  return (
    <Frame {...{ field, label, hint, wide, now, typed }} required={select.required}>
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
  now,
  ...area
}: Common & React.ComponentProps<"textarea">) {
  return (
    <Frame {...{ field, label, hint, wide, now }}>
      <textarea
        rows={3}
        {...withoutKey(getTextareaProps(field, { ariaDescribedBy: hint ? field.descriptionId : undefined }))}
        {...area}
      />
    </Frame>
  );
}

function withoutKey<Props extends { key?: unknown }>({ key: _, ...props }: Props) {
  return props;
}
