import { z } from "zod";
import { safePath } from "~/auth/safe-path";
import type { Db, Transaction } from "~/db/knex.server";
import { lockRow } from "~/db/rows.server";
import { conflicting, DomainError, invalid, notFound } from "~/domain/domain-error";
import { flag, text } from "~/domain/input.server";
import { missingSentence } from "~/domain/nouns";
import { holdsAny, type SessionUser } from "~/domain/permissions";
import { type Favorite, favoritesOf } from "~/shell/favorites.server";
import { screenOf } from "~/ui/page/menu";
import { viewOf } from "~/ui/page/save-view";
import { managesForAll, mostFavorites } from "./favorite";

export const schema = z.object({ name: text(80), for_all: flag().optional() });
export const changeSchema = schema.pick({ name: true });

export const mayManageForAll = (user: SessionUser) => holdsAny(user, [managesForAll]);

/** Pages of a single step, and files, which nobody would save as a view. */
const passing = /\/(new|edit|delete|cancel|print|export)(\/|$)/i;

/** The view that an address names, in its stored form. @throws DomainError invalid if it is no screen that the user may open */
export function viewToKeep(user: SessionUser, to: string | null) {
  const path = safePath(to);
  const { pathname, search } = new URL(path, "http://office.invalid");
  if (path === "/" || passing.test(pathname) || !screenOf(user, pathname))
    throw invalid("address", "افتح القائمة التي تريد حفظها، ثم اختر «حفظ في المفضلة» أسفلها");
  return viewOf(pathname, search);
}

/** The favourites of a user: their own, and those for all that they may open or manage. */
export async function listFavorites(db: Db, user: SessionUser) {
  const favorites: Favorite[] = await favoritesOf(db, user);
  return favorites.flatMap(({ id, user_id, name, address }) => {
    const screen = screenOf(user, address);
    if (!screen && user_id === null && !mayManageForAll(user)) return [];
    const mayChange = user_id !== null || mayManageForAll(user);
    return [{ id, name, address, for_all: user_id === null, screen: screen?.label, mayChange }];
  });
}

/** A favourite that the user may change. @throws DomainError not_found, forbidden */
export async function findFavorite(db: Db, user: SessionUser, id: number): Promise<Favorite> {
  const favoriteRow = await db<Favorite>("saved_views").where({ id }).first();
  if (!favoriteRow || (favoriteRow.user_id !== null && favoriteRow.user_id !== user.id))
    throw notFound(missingSentence("saved_views"));
  if (favoriteRow.user_id === null && !mayManageForAll(user))
    throw new DomainError("forbidden", "ما حُفظ لجميع المستخدمين يديره من يملك صلاحية «إعدادات الشركة»");
  return favoriteRow;
}

/** @throws DomainError forbidden, conflict if there are too many or the name is taken */
export async function createFavorite(
  trx: Transaction,
  user: SessionUser,
  { name, for_all = false }: z.output<typeof schema>,
  address: string,
) {
  if (for_all && !mayManageForAll(user)) {
    const message = "لا يحفظ لجميع المستخدمين إلا من يملك صلاحية «إعدادات الشركة»";
    throw new DomainError("forbidden", message, { fields: { for_all: message } });
  }
  const user_id = for_all ? null : user.id;
  await trx.raw("LOCK TABLE saved_views IN SHARE ROW EXCLUSIVE MODE"); // one at a time, since the number is limited
  const [kept] = await trx("saved_views").where({ user_id }).count();
  if (Number(kept?.count) >= mostFavorites)
    throw conflicting("for_all", `امتلأت المفضلة: فيها ${mostFavorites} عرضًا، احذف منها ما لا تحتاج إليه`);
  await trx("saved_views").insert({ user_id, name, address });
  return { name };
}

/** @throws DomainError not_found, forbidden, conflict */
export async function renameFavorite(
  trx: Transaction,
  user: SessionUser,
  id: number,
  { name }: z.output<typeof changeSchema>,
  readAt?: string,
) {
  const favoriteRow = await findFavorite(trx, user, id);
  await lockRow(trx, "saved_views", id, readAt, async () => favoriteRow);
  await trx("saved_views").where({ id }).update({ name });
}

/** @throws DomainError not_found, forbidden */
export async function removeFavorite(trx: Transaction, user: SessionUser, id: number) {
  await findFavorite(trx, user, id);
  await trx("saved_views").where({ id }).delete();
}
