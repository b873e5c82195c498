import { data } from "@remix-run/node";
import { db, type Transaction } from "~/db/knex.server";
import type { By } from "~/db/store.server";
import { valuesOf } from "~/domain/form-values";
import type { Permission, SessionUser } from "~/domain/permissions";
import { groups } from "~/features/groups/groups.server";
import { redirectWithFlash } from "~/http/flash.server";
import { foreignOf, refuseForeign } from "~/http/form-author.server";
import { isHeld } from "~/http/form-hold.server";
import { formScreen, idParam, refusalOf } from "~/http/screen.server";
import { statusOf } from "~/http/status";
import { writeOnce } from "~/http/writes.server";
import { missingFiles, readUploadForm } from "./read.server";
import type { Upload } from "./upload";
import { changeUpload, forget, lockUpload, type UploadChange, type UploadKey } from "./uploads.server";

/** Nothing is done yet: what was sent waits on the page until it is carried out. */
const waits = "وصل ما أرسلته وينتظر تأكيدك: راجع المعاينة ثم نفّذ";

/** What was carried out, so that it is taken out of the upload. */
type Deed = { members: number[]; files: number[]; count: number };

/**
 * The action of a screen on which a user brings something for the members of a group: it adds to what was brought, or carries out
 * what the page shows, if the form sends the page's seal (`seen`). A refused form comes back with what was typed.
 * @param done the sentence about so many that were carried out
 */
export const uploadAction = ({
  write,
  pathOf,
  keyOf,
  change: readChange,
  carryOut,
  done,
}: {
  write: Permission;
  pathOf: (groupId: number) => string;
  keyOf: (user: SessionUser, groupId: number, params: URLSearchParams) => UploadKey;
  change: (form: FormData, key: UploadKey) => Promise<UploadChange>;
  carryOut: (trx: Transaction, key: UploadKey, upload: Upload, form: FormData, by: By) => Promise<Deed>;
  done: (count: number, key: UploadKey) => string;
}) =>
  formScreen(
    [write],
    async ({ request, params, url, user }) => {
      const { id } = await groups.find(db, idParam(params.group));
      const key = keyOf(user, id, url.searchParams);
      const own = pathOf(id) + url.search;
      let form: FormData | undefined;
      try {
        form = await readUploadForm(request);
        if (form.has("seen")) refuseForeign(form);
        const foreign = foreignOf(form);
        if (foreign)
          return data({ refusal: foreign.sentence, foreign, values: valuesOf(form) }, { status: 409 });
        if (isHeld(request)) return data({ values: valuesOf(form) });
        if (form.has("seen") && !form.has("keep") && !form.has("drop")) {
          const sent = form;
          const once = { user, key: String(form.get("idempotency_key") ?? "") || null };
          const count = await writeOnce(
            once,
            { group: id, kind: key.kind, ...valuesOf(form) },
            async (trx) => {
              const upload = await lockUpload(trx, key);
              const { members, files, count } = await carryOut(trx, key, upload, sent, { user });
              await forget(trx, upload, members, files);
              return count;
            },
          );
          return await redirectWithFlash(own, done(count, key));
        }
        const change = await readChange(form, key);
        await changeUpload(key, change);
        const missing = missingFiles(form);
        if (missing) return await redirectWithFlash(own, missing, "error");
        return await redirectWithFlash(own, change.clear ? "أفرغت الصفحة" : waits);
      } catch (thrown) {
        const { message, fields = {}, ...refusal } = refusalOf(thrown);
        return data(
          { refusal: message, fields, values: form && valuesOf(form) },
          { status: statusOf(refusal) },
        );
      }
    },
    { files: "many" },
  );
