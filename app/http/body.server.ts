import busboy from "busboy";
import { DomainError } from "./domain-error";

const kibi = 1024;
/** The largest file that is taken (rulings §4). */
export const largestFile = 10 * 1024 * kibi;

const limits = {
  text: 1024 * kibi,
  multipart: 32 * 1024 * kibi,
  patience: 100 * 1024 * kibi,
  fields: 300,
  fieldBytes: 64 * kibi,
  nameBytes: 100,
};
// Flat names, an index of three digits at the most: one items[1000000] would keep a parser busy for seconds.
const goodName = /^[a-z][a-z0-9_]*(\[\d{0,3}\])?$/i;

const tooLarge = () => new DomainError("too_large", "حجم البيانات المرسلة أكبر من المسموح");
const unreadable = () => new DomainError("unreadable", "تعذرت قراءة البيانات المرسلة");
const unsupported = () => new DomainError("unsupported", "نوع البيانات المرسلة غير مدعوم");

const mediaType = (request: Request) =>
  (request.headers.get("Content-Type") ?? "").split(";")[0]?.trim().toLowerCase();

/**
 * The body's chunks, counted while they stream in. Past `limit` bytes it reads on without keeping anything: a browser
 * looks for the answer only when it has sent its file.
 */
async function* chunks(request: Request, limit: number) {
  const declared = Number(request.headers.get("Content-Length") ?? 0);
  if (declared > limits.patience) throw tooLarge();
  if (!request.body) return;
  const reader = request.body.getReader(); // never cancelled: that would cut the line before the answer is sent
  let total = 0;
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw unreadable();
    });
    if (done) break;
    total += value.byteLength;
    if (total > limits.patience) break;
    if (Math.max(declared, total) <= limit) yield value;
  }
  if (Math.max(declared, total) > limit) throw tooLarge();
}

async function readText(request: Request) {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks(request, limits.text)) parts.push(chunk);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(parts));
  } catch {
    throw unreadable();
  }
}

/**
 * The JSON object of a call.
 * @throws DomainError unsupported (415), too_large (413), unreadable (400)
 */
export async function readJson(request: Request): Promise<Record<string, unknown>> {
  if (mediaType(request) !== "application/json") throw unsupported();
  const text = await readText(request);
  try {
    const body: unknown = JSON.parse(text);
    if (body && typeof body === "object" && !Array.isArray(body)) return body as Record<string, unknown>;
  } catch {}
  throw unreadable();
}

/**
 * The fields of a form post, urlencoded or multipart, and its files where they are expected: a form without them is
 * small.
 * @throws DomainError unsupported (415), too_large (413), unreadable (400)
 */
export async function readForm(request: Request, { files = false } = {}): Promise<FormData> {
  switch (mediaType(request)) {
    case "application/x-www-form-urlencoded": {
      const text = await readText(request);
      if ((text.match(/&/g)?.length ?? 0) > limits.fields) throw tooLarge();
      const form = new FormData();
      for (const [name, value] of new URLSearchParams(text)) append(form, name, value);
      return form;
    }
    case "multipart/form-data":
      return readMultipart(request, files ? limits.multipart : limits.text);
    default:
      throw unsupported();
  }
}

/** A call that takes JSON or multipart (spec §7): the text fields, and the files beside them. */
export async function readJsonOrMultipart(request: Request) {
  if (mediaType(request) !== "multipart/form-data")
    return { body: await readJson(request), form: new FormData() };
  const form = await readMultipart(request, limits.multipart);
  return { body: Object.fromEntries([...form].filter(([, value]) => typeof value === "string")), form };
}

function append(form: FormData, name: string, value: string | File) {
  if (name.startsWith("__")) return; // names that Conform keeps for itself; our forms send none
  if (!goodName.test(name) || name.length > limits.nameBytes) throw unreadable();
  if (typeof value === "string") form.append(name, value);
  else form.append(name, value, value.name);
}

async function readMultipart(request: Request, limit: number) {
  const form = new FormData();
  let parser: busboy.Busboy;
  try {
    parser = busboy({
      headers: { "content-type": request.headers.get("Content-Type") ?? "" },
      defParamCharset: "utf8",
      limits: {
        fieldNameSize: limits.nameBytes + 1,
        fieldSize: limits.fieldBytes,
        fields: limits.fields,
        fileSize: largestFile + 1, // one byte more tells too large from just right, and the other fields are still read
        files: 4,
        parts: limits.fields,
        headerPairs: 20,
      },
    });
  } catch {
    throw unreadable();
  }
  let fault: DomainError | undefined;
  const finished = new Promise<void>((resolve) => {
    const stop = (reason: DomainError) => {
      fault ??= reason;
      resolve();
    };
    const keep = (name: string | undefined, value: string | File) => {
      try {
        append(form, name ?? "", value);
      } catch (error) {
        stop(error as DomainError);
      }
    };
    parser
      .on("field", (name, value, { valueTruncated }) =>
        valueTruncated ? stop(tooLarge()) : keep(name, value),
      )
      .on("file", (name, stream, { filename, mimeType }) => {
        const parts: Buffer<ArrayBuffer>[] = [];
        stream
          .on("data", (part: Buffer<ArrayBuffer>) => parts.push(part))
          .on("close", () => {
            // A browser sends an empty, nameless file for a file input in which nothing was chosen.
            if (filename || parts.length) keep(name, new File(parts, filename ?? "", { type: mimeType }));
          });
      })
      .on("partsLimit", () => stop(tooLarge()))
      .on("fieldsLimit", () => stop(tooLarge()))
      .on("filesLimit", () => stop(tooLarge()))
      .on("error", () => stop(unreadable()))
      .on("close", resolve);
  });
  for await (const chunk of chunks(request, limit)) {
    if (!fault) parser.write(chunk);
  }
  if (!fault) {
    parser.end();
    await finished;
  }
  if (fault) throw fault;
  return form;
}
