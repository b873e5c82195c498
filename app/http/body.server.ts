import { getMultipartBoundary, MaxPartsExceededError, parseMultipart } from "@remix-run/multipart-parser";
import { DomainError } from "~/domain/domain-error";
import { largestFile } from "~/domain/file-upload";
import { mostFormFields } from "~/domain/form-values";
import { resolveEnter } from "~/domain/search-step";
import { closeAfterAnswer } from "~/framework/answers.server";
import { memoryOf } from "./body-memory.server";
import { restoredForms } from "./form-hold-cookie.server";
import { watchRate } from "./least-rate.server";
import { gateRefusal } from "./refusals.server";

const kibi = 1024;
/** The size limit of a login's body, in bytes. */
export const largestLogin = 16 * kibi;

/** Sizes in bytes, and numbers of fields. */
const limits = {
  text: 1024 * kibi,
  withFiles: 32 * 1024 * kibi,
  keptWithFiles: largestFile + 1024 * kibi,
  login: largestLogin,
  /** How much of a too large body is read and dropped before the gate closes its connection. */
  patience: 100 * 1024 * kibi,
  fields: mostFormFields,
  fieldBytes: 64 * kibi,
  nameBytes: 100,
  partHeadBytes: 4 * kibi,
};
/** Time limits in milliseconds: of a pause within a body, of a whole login and of a body without files. */
const longestPause = 15_000;
const longestLogin = 10_000;
const longestText = 60_000;

// Names are flat and an index has at most three digits: items[1000000] would keep a parser busy for seconds.
const goodName = /^[a-z][a-z0-9_]*(\[\d{0,3}\])?$/i;

const tooLarge = () => gateRefusal("413");
const unreadable = () => new DomainError("unreadable", "تعذرت قراءة البيانات المرسلة");
const unsupported = () => new DomainError("unsupported", "نوع البيانات المرسلة غير مدعوم");

const mediaType = (request: Request) =>
  (request.headers.get("Content-Type") ?? "").split(";")[0]?.trim().toLowerCase();

type Content = { bytes: Buffer; isCut: boolean };

/**
 * Reads the body and counts its bytes. If there may be files, the bytes beyond the limit are read and dropped, since a
 * browser reads the answer only after it has sent its file.
 * @throws DomainError too_large, unreadable; unavailable while all bodies, or those of this sender, take too much memory
 */
async function readBytes(request: Request, limit: number, kept = limits.keptWithFiles): Promise<Content> {
  const length = Number(request.headers.get("Content-Length") ?? 0);
  const isShort = limit <= limits.text;
  const most = Math.min(limit, kept);
  if (length > (isShort ? limit : limits.patience)) throw tooLarge();
  if (!request.body) return { bytes: Buffer.alloc(0), isCut: false };
  const reader = request.body.getReader(); // never cancelled: that would close the connection before the answer is sent
  const time = limit <= limits.login ? longestLogin : isShort ? longestText : Number.POSITIVE_INFINITY;
  const deadline = Date.now() + time;
  const parts: Uint8Array[] = [];
  let [total, size] = [0, 0];
  const isMoving = watchRate();
  const memory = memoryOf(request, { isLogin: limit <= limits.login });
  if (!memory) throw unreadable(); // the connection is already closed
  for (;;) {
    const { done, value } = await nextChunk(request, reader, Math.min(longestPause, deadline - Date.now()));
    if (done) break;
    total += value.byteLength;
    if (total > (isShort ? limit : limits.patience)) throw tooLarge();
    if (!isMoving(total)) throw cutOff(request);
    if (size === most) continue;
    const part = value.subarray(0, most - size);
    memory.take(part.byteLength);
    size += part.byteLength;
    parts.push(part);
  }
  if (total > limit) throw tooLarge();
  return { bytes: Buffer.concat(parts), isCut: total > most };
}

/** @throws DomainError unreadable if the connection breaks or nothing arrives for too long */
async function nextChunk(
  request: Request,
  reader: ReadableStreamDefaultReader<Uint8Array>,
  patience: number,
) {
  let timer: NodeJS.Timeout | undefined;
  const pause = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(cutOff(request)), patience);
  });
  try {
    return await Promise.race([reader.read(), pause]);
  } catch {
    throw unreadable();
  } finally {
    clearTimeout(timer);
  }
}

/** Closes the connection after the answer, since the rest of the body may never come. */
function cutOff(request: Request) {
  closeAfterAnswer(request);
  return unreadable();
}

async function readText(request: Request, limit: number) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode((await readBytes(request, limit)).bytes);
  } catch (error) {
    throw error instanceof DomainError ? error : unreadable();
  }
}

/**
 * The JSON object of a call. `login` sets a smaller size limit.
 * @throws DomainError unsupported (415), too_large (413), unreadable (400), unavailable (503)
 */
export async function readJson(request: Request, { login = false } = {}): Promise<Record<string, unknown>> {
  if (mediaType(request) !== "application/json") throw unsupported();
  const text = await readText(request, login ? limits.login : limits.text);
  try {
    const body: unknown = JSON.parse(text);
    if (body && typeof body === "object" && !Array.isArray(body)) return body as Record<string, unknown>;
  } catch {}
  throw unreadable();
}

/** The JSON object of a call that may come without a body, as one that says nothing more than its address. Throws as `readJson` does. */
export async function readJsonIfAny(request: Request): Promise<Record<string, unknown>> {
  if (request.headers.has("Content-Type")) return readJson(request);
  if (await readText(request, limits.text)) throw unsupported();
  return {};
}

/**
 * What a form's body may bring: files if they are expected, and how large it may be. Size limits are smaller without files, and
 * smallest for a login. If files are ignored, the limit without files holds for the whole body.
 */
export type Body = { files?: boolean | "many" | "ignored"; login?: boolean };

const forms = new WeakMap<Request, Promise<FormData>>();

/**
 * The fields of a form post (urlencoded or multipart), and its files. A body is read once, so who reads it first says what it may
 * bring.
 * @throws DomainError unsupported (415), too_large (413), unreadable (400), unavailable (503)
 */
export async function readForm(request: Request, body: Body = {}): Promise<FormData> {
  const restored = restoredForms.get(request);
  if (restored) return restored;
  const form = forms.get(request) ?? parseForm(request, body);
  forms.set(request, form);
  return form;
}

async function parseForm(request: Request, { files = false, login = false }: Body) {
  const limit = login ? limits.login : files === true ? limits.withFiles : limits.text;
  switch (mediaType(request)) {
    case "application/x-www-form-urlencoded": {
      const text = await readText(request, Math.min(limit, limits.text));
      if ((text.match(/&/g)?.length ?? 0) > limits.fields) throw tooLarge();
      return checkFields(parametersOf(text));
    }
    case "multipart/form-data": {
      if (files === "many") return readManyFiles(request);
      const form = readParts(request, await readBytes(request, limit));
      if (!files && [...form.values()].some((value) => typeof value !== "string")) throw unsupported();
      return form;
    }
    default:
      throw unsupported();
  }
}

/** Forms with many files whose body was larger than what one request may bring. */
const cutForms = new WeakSet<FormData>();

/** Whether a form with many files was cut off: the files that are missing from it must be sent again. */
export const isCutOff = (form: FormData) => cutForms.has(form);

/**
 * A form of many files. Where they are too large together the first ones are kept, as far as they are whole, so that the sender
 * goes on with the others.
 */
async function readManyFiles(request: Request) {
  const body = await readBytes(request, limits.patience, limits.withFiles);
  const form = readParts(request, body);
  if (!body.isCut) return form;
  const entries = [...form];
  if (typeof entries.at(-1)?.[1] !== "string") entries.pop(); // its end is missing
  const whole = checkFields(entries);
  cutForms.add(whole);
  return whole;
}

/** The fields of a urlencoded body. It is refused if it does not decode to text. */
function parametersOf(text: string) {
  try {
    decodeURIComponent(text);
  } catch {
    throw unreadable();
  }
  return new URLSearchParams(text);
}

/** Reads a call that takes JSON or multipart (spec §7): the text fields, and the files beside them. */
export async function readJsonOrMultipart(request: Request) {
  if (mediaType(request) !== "multipart/form-data")
    return { body: await readJson(request), form: new FormData() };
  const form = await readForm(request, { files: true });
  return { body: Object.fromEntries([...form].filter(([, value]) => typeof value === "string")), form };
}

/** Checks that the field names are such as our forms have, and removes Conform's internal fields. */
function checkFields(fields: Iterable<[string, string | File]>) {
  const form = new FormData();
  for (const [name, value] of fields) {
    if (name.startsWith("__")) continue;
    if (!goodName.test(name) || name.length > limits.nameBytes) throw unreadable();
    if (typeof value === "string") {
      if (Buffer.byteLength(value) > limits.fieldBytes) throw tooLarge();
      form.append(name, value);
    } else if (value.name || value.size) {
      // For an empty file input a browser sends an empty file without a name.
      form.append(name, value, value.name);
    }
  }
  return resolveEnter(form);
}

/**
 * The parts of a whole body; without streaming nothing can hang or fail later. If a body was cut off within a too large file,
 * this gives the parts before it, so that the form can be shown again with its values.
 */
function* partsOf(request: Request, { bytes, isCut }: Content): Generator<[string, string | File]> {
  const boundary = getMultipartBoundary(request.headers.get("Content-Type") ?? "");
  if (!boundary || !bytes.length) throw unreadable();
  const message = isCut ? Buffer.concat([bytes, Buffer.from(`\r\n--${boundary}--`)]) : bytes;
  const { fields: maxParts, partHeadBytes: maxHeaderSize, withFiles: maxFileSize } = limits;
  for (const part of parseMultipart(message, { boundary, maxParts, maxHeaderSize, maxFileSize })) {
    // Forms never send it (RFC 7578), and the library would decode any charset that it names.
    if (/filename\*/i.test(part.headers["content-disposition"] ?? "")) throw unreadable();
    const { name = "", filename = "", mediaType, isFile, content } = part;
    // Browsers write a quotation mark in a file's name so (WHATWG, multipart/form-data encoding).
    const given = filename.replaceAll("%22", '"');
    yield [name, isFile ? new File(content as BlobPart[], given, { type: mediaType }) : part.text];
  }
}

function readParts(request: Request, body: Content) {
  try {
    return checkFields(partsOf(request, body));
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw body.isCut || error instanceof MaxPartsExceededError ? tooLarge() : unreadable();
  }
}
