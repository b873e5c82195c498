import { data } from "@remix-run/node";
import { db } from "~/db/knex.server";
import { valuesOf } from "~/domain/form-values";
import { groups } from "~/features/groups/groups.server";
import { redirectWithFlash } from "~/http/flash.server";
import { foreignOf, refuseForeign } from "~/http/form-author.server";
import { isHeld } from "~/http/form-hold.server";
import { formScreen, idParam, refusalOf } from "~/http/screen.server";
import { statusOf } from "~/http/status";
import { writeOnce } from "~/http/writes.server";
import { carryOut, type Engine, keyOf } from "./engine.server";
import { missingFiles, readUploadForm } from "./read.server";
import type { Upload, UploadKind } from "./upload";
import { changeUpload, forget, lockUpload, type UploadChange, type UploadKey } from "./uploads.server";

/** Nothing is done yet: what was sent waits on the page until it is carried out. */
const waits = "وصل ما أرسلته وينتظر تأكيدك: راجع المعاينة ثم نفّذ";

/**
 * The action of a screen on which a user brings something for the members of a group: it adds to what was brought, or carries out
 * what the page shows, if the form sends the page's seal (`seen`). A refused form comes back with what was typed.
 * @param change reads what is added
 * @param sent reads what is typed beside the button that carries out: terms, and what changes the upload before it
 * @param done the sentence about so many that were carried out
 */
export const uploadAction = <Kind extends UploadKind, Trial, Terms>(
  engine: Engine<Kind, Trial, Terms>,
  {
    change: readChange,
    sent,
    done,
  }: {
    change: (form: FormData, key: UploadKey & { kind: Kind }) => Promise<UploadChange>;
    sent: (form: FormData, upload: Upload) => { terms: Terms; files?: Upload["files"] };
    done: (count: number, kind: Kind) => string;
  },
) =>
  formScreen(
    [engine.write],
    async ({ request, params, url, user }) => {
      const { id } = await groups.find(db, idParam(params.group));
      const key = keyOf(engine, user, id, url.searchParams);
      const own = engine.pathOf(id) + url.search;
      let form: FormData | undefined;
      try {
        form = await readUploadForm(request);
        if (form.has("seen")) refuseForeign(form);
        const foreign = foreignOf(form);
        if (foreign)
          return data({ refusal: foreign.sentence, foreign, values: valuesOf(form) }, { status: 409 });
        if (isHeld(request)) return data({ values: valuesOf(form) });
        if (form.has("seen") && !form.has("keep") && !form.has("drop")) {
          const typed = form;
          const once = { user, key: String(form.get("idempotency_key") ?? "") || null };
          const count = await writeOnce(
            once,
            { group: id, kind: key.kind, ...valuesOf(form) },
            async (trx) => {
              const upload = await lockUpload(trx, key);
              const { terms, files = upload.files } = sent(typed, upload);
              const brought = { ...key, terms, upload: { ...upload, files } };
              const by = { user, seen: String(typed.get("seen")) };
              const plan = engine.planOf(await carryOut(engine, trx, brought, by));
              await forget(trx, upload, plan);
              return plan.length;
            },
          );
          return await redirectWithFlash(own, done(count, key.kind));
        }
        const change = await readChange(form, key);
        await changeUpload(key, change);
        const next = withType(own, form.get("type"));
        const missing = missingFiles(form);
        if (missing) return await redirectWithFlash(next, missing, "error");
        return await redirectWithFlash(next, change.clear ? "أفرغت الصفحة" : waits);
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

/** The address with the type of what was brought, which the next files probably have too. */
function withType(address: string, type: FormDataEntryValue | null) {
  if (typeof type !== "string") return address;
  const [path, search] = address.split("?");
  const params = new URLSearchParams(search);
  params.set("type", type);
  return `${path}?${params}`;
}
