import type { fixture } from "./app";
import { type Client, hiddenField } from "./client";
import { pdf } from "./visa-files";
import { useVisas } from "./visas";

type Sent = { name: string; bytes: Buffer };

/** A PDF of its own content. */
export const visaPdf = (words: string) => Buffer.concat([pdf, Buffer.from(`% ${words}\n`)]);

/** A group whose members have applied for visas, and uploads for them. */
export function groupVisas(office: ReturnType<typeof fixture>, client: Client) {
  const visas = useVisas(office, client);
  let made = 0;

  /** Members with passports `<prefix>0000001` … and pending visas. */
  async function makeApplied(count: number) {
    const prefix = String.fromCharCode(65 + (made++ % 26)) + String(made).padStart(2, "0");
    const passports = Array.from(
      { length: count },
      (_, index) => `${prefix}${String(index + 1).padStart(6, "0")}`,
    );
    const members = [];
    for (const [index, passport_number] of passports.entries())
      members.push(await visas.makePilgrim(`عضو ${prefix} ${index + 1}`, { passport_number }));
    const group = await visas.makeGroup(
      `مجموعة ${prefix}`,
      members.map(({ id }) => id),
    );
    const { body } = await client.post("/api/visas/apply", { group_id: group });
    const visaIds: number[] = body.created.map((one: { visa_id: number }) => one.visa_id);
    return { group, members, passports, visaIds, path: `/trips/groups/${group}/visas` };
  }

  function formOf(fields: Record<string, string>, files: Sent[] = []) {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    for (const { name, bytes } of files) form.append("files", new Blob([new Uint8Array(bytes)]), name);
    return form;
  }

  const bring = (path: string, fields: Record<string, string>, files: Sent[] = [], as = client) =>
    as.send("POST", path, { body: formOf(fields, files) });

  /** Confirms the dry run that the page shows. */
  async function decide(path: string, more: Record<string, string> = {}, as = client) {
    const page = (await as.get(path)).body;
    const fields = {
      seen: hiddenField(page, "seen"),
      idempotency_key: hiddenField(page, "idempotency_key"),
      ...more,
    };
    return bring(path, fields, [], as);
  }

  return { ...visas, makeApplied, formOf, bring, decide };
}
