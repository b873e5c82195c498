import type { FieldMetadata } from "@conform-to/react";
import type { ReactNode } from "react";
import { Sentence } from "~/ui/page/sentence";

/* What stands beside and below the controls of a form. */

export type Common = {
  // biome-ignore lint/suspicious/noExplicitAny: Conform's metadata carries the schema's type; a control takes any
  field: FieldMetadata<any, any, any>;
  label: string;
  hint?: ReactNode;
  wide?: boolean;
  /** The present value, if someone else changed it meanwhile. */
  storedValue?: ReactNode;
};

/** A value as fields send it: the ids of rows, and nothing for what is empty or not ticked. */
const sentAs = (value: unknown) =>
  [value]
    .flat()
    .map((one) => String((typeof one === "object" && one ? (one as { id?: unknown }).id : one) ?? ""))
    .filter((one) => one && one !== "false")
    .toSorted()
    .join();

/** Whether the present value of a field is another one than was typed. */
export const isOther = (present: unknown, typed: unknown) => sentAs(present) !== sentAs(typed);

/**
 * The present value, where another one was typed.
 * @param typedText words for the typed value, if they differ from the value that is sent
 */
export const otherNow = (
  { field, storedValue }: Pick<Common, "field" | "storedValue">,
  typedText?: string,
) => (isOther(storedValue, typedText ?? field.initialValue) ? storedValue : undefined);

const nowId = (id: string) => `${id}-now`;

/** The ids of what stands below a control, besides its error. */
export const describedBy = ({ field, hint, storedValue }: Pick<Common, "field" | "hint" | "storedValue">) =>
  [hint && field.descriptionId, storedValue !== undefined && nowId(field.id)].filter(Boolean).join(" ") ||
  undefined;

/** The texts below a control: its error, the present value, and a hint. */
export function Remarks({ field, hint, storedValue }: Pick<Common, "field" | "hint" | "storedValue">) {
  return (
    <>
      {field.errors && (
        <p className="error" id={field.errorId}>
          <Sentence text={field.errors.join(" ")} />
        </p>
      )}
      {storedValue !== undefined && (
        <p className="now" id={nowId(field.id)}>
          القيمة الحالية: <bdi>{(storedValue ?? "") === "" ? "—" : storedValue}</bdi>
        </p>
      )}
      {hint && (
        <p className="hint" id={field.descriptionId}>
          {hint}
        </p>
      )}
    </>
  );
}

/** The star of a required field. The control says that it is required; the star is no part of its name. */
export const Star = () => (
  <span title="مطلوب" aria-hidden="true">
    *
  </span>
);
