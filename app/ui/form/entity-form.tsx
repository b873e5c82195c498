import { useActionData } from "@remix-run/react";
import { type FormEventHandler, type ReactNode, useState } from "react";
import { type Entity, wordsOf } from "~/domain/entity";
import type { Fields } from "~/domain/fields";
import type { Offer } from "~/domain/offer";
import { Dialog } from "~/ui/dialog/dialog";
import { AuditLogLink } from "~/ui/page/links";
import { useListSearch } from "~/ui/page/page";
import type { Offers } from "~/ui/page/use-typed-offers";
import { attributesOf } from "./attributes";
import { type Constraint, OfficeForm, useOfficeForm, type Values } from "./form";

/**
 * An entity's form: its state, and `field`, which gives a field's control its value, label and error, its kind's attributes, and the
 * present value if someone else changed it meanwhile. `offer` is `field` for a choice among rows.
 * @param toValues turns a row into the values of its fields, if they differ from the row's own
 * @param values the first values of a new row
 */
export function useEntityForm<
  Row extends { updated_at: string },
  Field extends string,
  Of extends Record<string, Offer<unknown>> = Record<never, never>,
  Kinds extends Fields = Record<never, never>,
>(
  entity: Entity<Field> & { fields?: Kinds },
  data: { row: Row | null; constraint: Constraint; idempotencyKey?: string; offers?: Of },
  { toValues = (row) => row, values = {} }: { toValues?: (row: Row) => object; values?: Values } = {},
) {
  const { row, constraint, idempotencyKey = "" } = data;
  const reply = useActionData<{ current?: Row; offers?: Of }>();
  const { offers, onOffers } = useOffers(data.offers, reply);
  const first = row ? { ...valuesOf(entity, toValues(row)), updated_at: row.updated_at } : values;
  const [form, fields] = useOfficeForm<Values>(entity.item, { constraint, values: first });
  const current = reply?.current;
  const stands = current && valuesOf(entity, toValues(current));
  const field = <Name extends Field>(name: Name) => ({
    field: fields[name] as NonNullable<(typeof fields)[string]>,
    label: entity.labels[name],
    storedValue: stands && ((stands[name] ?? "") as ReactNode),
    ...attributesOf<Kinds[Name]>(entity.fields?.[name]),
  });
  return {
    entity,
    form,
    reply,
    row,
    /** The present row, if someone else changed it meanwhile. */
    current,
    /** Its values by field. */
    present: stands,
    idempotencyKey,
    /** The form's first values. */
    values: first,
    back: entity.path + useListSearch(),
    field,
    offers,
    onOffers,
    offer: <Name extends Field & keyof Of>(name: Name) => ({ ...field(name), offer: offers[name], onOffers }),
  };
}

/**
 * The choices of a form's fields: the first ones, those of its last answer, and those that were found since then.
 * @param reply the answer of its action
 */
export function useOffers<Of extends object = Record<never, never>>(
  first: Of | undefined,
  reply: { offers?: Of } | undefined,
) {
  const [typed, setTyped] = useState<{ after: unknown; offers: Offers }>();
  return {
    offers: { ...first, ...reply?.offers, ...(typed?.after === reply && typed?.offers) } as Of,
    onOffers: (offers: Offers) => setTyped({ after: reply, offers }),
  };
}

/** The values of a row for which the form has fields. */
function valuesOf({ labels }: Entity, row: object): Values {
  return Object.fromEntries(Object.entries(row).filter(([name]) => Object.hasOwn(labels, name)));
}

/**
 * The dialog of a form over its list.
 * @param under the small dialog that may lie over it, see ui/inline-create.tsx
 */
export function EntityDialog({
  form: { entity, form, row, present, idempotencyKey, back },
  title,
  save,
  next,
  under,
  below,
  onChange,
  narrow,
  multipart,
  children,
}: {
  // biome-ignore lint/suspicious/noExplicitAny: a form of any entity
  form: ReturnType<typeof useEntityForm<any, any>>;
  title?: string;
  /** The label of its button. */
  save?: string;
  /** Where saving leads, if not to the list. */
  next?: string;
  under?: { kind?: string };
  /** Content below the fields. */
  below?: ReactNode;
  onChange?: FormEventHandler;
  narrow?: boolean;
  multipart?: boolean;
  children: ReactNode;
}) {
  const { one, a } = wordsOf(entity);
  return (
    <Dialog
      title={title ?? (row ? `تعديل ${one}` : `إضافة ${a}`)}
      back={back}
      narrow={narrow}
      inert={Boolean(under?.kind)}
    >
      <OfficeForm
        form={form}
        labels={entity.labels}
        back={back}
        next={next}
        multipart={multipart}
        save={save}
        idempotencyKey={row ? undefined : idempotencyKey}
        updatedAt={row?.updated_at}
        present={present}
        buttons={row && <AuditLogLink of={entity} id={row.id} />}
      >
        <div className="fields" onChange={onChange}>
          {children}
        </div>
        {below}
      </OfficeForm>
    </Dialog>
  );
}
