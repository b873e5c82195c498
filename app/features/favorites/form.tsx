import { randomUUID } from "node:crypto";
import { useActionData, useLoaderData } from "@remix-run/react";
import { db, transact } from "~/db/knex.server";
import { quote } from "~/domain/nouns";
import { constraintOf } from "~/http/constraint.server";
import { redirectWithFlash } from "~/http/flash.server";
import { formScreen, idParam, screen, submit } from "~/http/screen.server";
import { writeOnce } from "~/http/writes.server";
import type { Favorite } from "~/shell/favorites.server";
import { Dialog } from "~/ui/dialog/dialog";
import { SelectField, TextField } from "~/ui/form/field";
import { OfficeForm, usePlainForm } from "~/ui/form/form";
import { keepForm } from "~/ui/form/keep-form";
import { favorite, mostFavorites } from "./favorite";
import {
  changeSchema,
  createFavorite,
  findFavorite,
  mayManageForAll,
  renameFavorite,
  schema,
  viewToKeep,
} from "./favorites.server";

const { labels, path } = favorite;

export const loader = screen([], async ({ params: { id }, url, user }) => ({
  row: id ? await findFavorite(db, user, idParam(id)) : null,
  back: id ? path : viewToKeep(user, url.searchParams.get("to")),
  mayShare: !id && mayManageForAll(user),
  constraint: constraintOf(id ? changeSchema : schema),
  idempotencyKey: randomUUID(),
}));

/** After saving, the user returns to the view. */
export const action = formScreen([], ({ request, params: { id }, url, user }) => {
  const failure = "فشل الحفظ في المفضلة";
  if (id)
    return submit(
      request,
      changeSchema,
      async (input, { readAt }) => {
        await transact(user, (trx) => renameFavorite(trx, user, idParam(id), input, readAt));
        return redirectWithFlash(path, `تم حفظ الاسم ${quote(input.name)}`);
      },
      { failure },
    );
  const address = viewToKeep(user, url.searchParams.get("to"));
  return submit(
    request,
    schema,
    async (input, { key }) => {
      const { name } = await writeOnce({ user, key }, { favorite: input, address }, (trx) =>
        createFavorite(trx, user, input, address),
      );
      return redirectWithFlash(address, `تم حفظ ${quote(name)} في المفضلة`);
    },
    { failure },
  );
});

export const clientAction = keepForm();

export default function FavoriteForm() {
  const { row, back, mayShare, constraint, idempotencyKey } = useLoaderData<typeof loader>();
  const reply = useActionData<{ current?: Favorite }>();
  const { form, field } = usePlainForm("favorite", labels, {
    constraint,
    values: { name: row?.name, for_all: "false", updated_at: row?.updated_at },
  });
  return (
    <Dialog title={row ? "تعديل الاسم" : "حفظ في المفضلة"} back={back} narrow>
      <OfficeForm
        form={form}
        labels={labels}
        back={back}
        idempotencyKey={row ? undefined : idempotencyKey}
        updatedAt={row?.updated_at}
      >
        <div className="fields">
          <TextField
            {...field("name")}
            storedValue={reply?.current?.name}
            wide
            autoComplete="off"
            autoFocus
            hint="تحفظ القائمة بتصفيتها كما هي الآن، وتجدها بهذا الاسم في القائمة الرئيسية."
          />
          {mayShare && (
            <SelectField
              {...field("for_all")}
              wide
              choices={{ false: "لي", true: "لجميع المستخدمين" }}
              hint="من لا تفتح صلاحياته هذه القائمة لا يراها في مفضلته."
            />
          )}
        </div>
        {!row && (
          <p className="mt-3 text-sm text-muted">
            تتسع المفضلة لما لا يزيد على <bdi>{mostFavorites}</bdi> عرضًا لك، ومثلها لجميع المستخدمين.
          </p>
        )}
      </OfficeForm>
    </Dialog>
  );
}
