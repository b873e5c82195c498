import { useActionData, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import type { Entity } from "~/domain/entity";
import { nounOf } from "~/domain/nouns";
import { Dialog } from "./dialog";
import { OfficeForm, useOfficeForm } from "./form";

type Constraint = Parameters<typeof useOfficeForm>[1]["constraint"];
type Values = Parameters<typeof useOfficeForm>[1]["values"];

/**
 * An entity's form: its state, and `field`, which gives a field's control all that it shows: what is stored or was
 * typed, its label, its error, and what is stored now where someone else changed it meanwhile.
 * @param shown a stored row as the fields show it, where that is not the row itself
 * @param values what a new row begins with
 */
export function useEntityForm<Row extends { updated_at: string }, Field extends string>(
  entity: Entity<Field>,
  loaded: { stored: Row | null; constraint: Constraint; oneTimeKey: string },
  { shown = (row) => row as Values, values = {} }: { shown?: (row: Row) => Values; values?: Values } = {},
) {
  const { stored, constraint, oneTimeKey } = loaded;
  const reply = useActionData<{ current?: Row }>();
  const [form, fields] = useOfficeForm<Values>(entity.item, {
    reply,
    constraint,
    values: stored ? shown(stored) : values,
  });
  const current = reply?.current && shown(reply.current);
  return {
    entity,
    form,
    reply,
    stored,
    oneTimeKey,
    back: entity.path + useLocation().search,
    field: (name: Field) => ({
      field: fields[name] as NonNullable<(typeof fields)[string]>,
      label: entity.labels[name],
      now: current && ((current[name] ?? "") as ReactNode),
    }),
  };
}

/** The dialog of a form over its list. */
export function EntityDialog({
  form: { entity, form, reply, stored, oneTimeKey, back },
  narrow,
  multipart,
  children,
}: {
  // biome-ignore lint/suspicious/noExplicitAny: a form of any entity
  form: ReturnType<typeof useEntityForm<any, any>>;
  narrow?: boolean;
  multipart?: boolean;
  children: ReactNode;
}) {
  const { one, a } = nounOf(entity.table);
  return (
    <Dialog title={stored ? `تعديل ${one}` : `إضافة ${a}`} back={back} narrow={narrow}>
      <OfficeForm
        form={form}
        reply={reply}
        labels={entity.labels}
        back={back}
        multipart={multipart}
        oneTimeKey={stored ? undefined : oneTimeKey}
        updatedAt={stored?.updated_at}
      >
        <div className="fields">{children}</div>
      </OfficeForm>
    </Dialog>
  );
}
