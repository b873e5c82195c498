import { useLoaderData } from "@remix-run/react";
import { db, transact } from "~/db/knex.server";
import { quote } from "~/domain/nouns";
import { redirectWithFlash } from "~/http/flash.server";
import { idParam, refusable, screen } from "~/http/screen.server";
import { ConfirmDialog } from "~/ui/dialog/dialog";
import { favorite } from "./favorite";
import { findFavorite, removeFavorite } from "./favorites.server";

export const loader = screen([], ({ params, user }) => findFavorite(db, user, idParam(params.id)));

export const action = screen([], ({ params, user }) =>
  refusable("فشل حذف العرض المحفوظ", async () => {
    await transact(user, (trx) => removeFavorite(trx, user, idParam(params.id)));
    return redirectWithFlash(favorite.path, "تم حذف العرض المحفوظ");
  }),
);

export default function DeleteFavorite() {
  const { name } = useLoaderData<typeof loader>();
  return (
    <ConfirmDialog
      title="حذف عرض محفوظ"
      question={`هل أنت متأكد من حذف العرض المحفوظ ${quote(name)}؟`}
      back={favorite.path}
    />
  );
}
