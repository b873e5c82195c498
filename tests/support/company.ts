import sharp from "sharp";
import { beforeAll, beforeEach, expect } from "vitest";
import type { fixture } from "./app";
import type { Client } from "./client";
import { formIn } from "./forms";
import { enterAs } from "./users";

export const screen = "/settings/company";
export const call = "/api/company-info";
export const upload = "/api/company-info/upload-logo";
export const productTitle = "نظام إدارة الحج والعمرة";

/** The company of an office that has entered nothing. */
export const none = {
  name: "",
  name_latin: null,
  address: null,
  address_latin: null,
  phone: null,
  email: null,
  commercial_register: null,
  tax_number: null,
  website: null,
  description: null,
  emergency_phone: null,
  visa_wait_days: 14,
  discount_limit_percent: 0,
  infant_under: 2,
  child_under: 12,
  child_share: null,
  infant_share: null,
  fee_lines: [],
  contract_terms: null,
  reminder_template: null,
};

/** A company with every field. */
export const whole = {
  name: "وكالة ركب الحجاز",
  name_latin: "Rakb Al-Hijaz & Co.",
  address: "صنعاء، شارع حدة\nالدور الثاني",
  address_latin: "Haddah Street, Sana'a",
  phone: "+967 1 441-250",
  email: "info@rakb.example",
  commercial_register: "21/14587",
  tax_number: "10034876-5",
  website: "https://www.rakb.example/ar",
  description: "برامج عمرة وحج\nمنذ عام 1998",
  emergency_phone: "+966 50 111 2222",
  contract_terms: "أولًا: شرط\nثانيًا: شرط آخر",
  reminder_template: "إلى {الاسم}:\nعليكم {المبلغ} منذ {التاريخ}. {المكتب}",
};

export const solid = (background: string, format: "png" | "jpeg" | "webp" | "gif" = "png", side = 40) =>
  sharp({ create: { width: side, height: side, channels: 3, background } })
    .withExif({ IFD0: { Copyright: "سر المصور" } })
    .toFormat(format)
    .toBuffer();
export const blob = (bytes: Uint8Array) => new Blob([new Uint8Array(bytes)]);

/**
 * The company of an office. A manager changes it and a clerk without permissions reads it. It is empty before
 * each test.
 */
export function companyOf(office: ReturnType<typeof fixture>, client: Client) {
  const clerk = {} as Client;
  beforeAll(async () => {
    Object.assign(clerk, await enterAs(office, "clerk", []));
  });
  beforeEach(async () => {
    await client.post(call, { ...none, remove_logo: true });
  });
  async function sendLogo(bytes: Uint8Array, as = client) {
    const form = new FormData();
    form.append("logo", blob(bytes), "شعار.png");
    return as.send("POST", upload, { body: form });
  }
  async function newLogo(background = "red"): Promise<string> {
    const { status, body } = await sendLogo(await solid(background));
    expect(status, JSON.stringify(body)).toBe(200);
    return body.logo_url;
  }

  /** Posts the form as its HTML stands, with what is typed in it, as a browser without JavaScript does. */
  async function submit(typed: Record<string, string | Blob> = {}, page?: string, as = client) {
    const html = page ?? (await as.get(screen)).body;
    const { action, enctype, values } = formIn(html);
    expect([action, enctype]).toEqual([screen, "multipart/form-data"]);
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...values, ...typed })) {
      if (typeof value === "string") form.append(name, value);
      else form.append(name, value, "logo.png");
    }
    return as.send("POST", screen, { body: form });
  }

  const read = async () => (await clerk.get(call)).body;

  return { clerk, sendLogo, newLogo, submit, read };
}
