import { createReadableStreamFromReadable, type LoaderFunctionArgs } from "@remix-run/node";
import { DomainError, notFound } from "~/domain/domain-error";
import type { Permission } from "~/domain/permissions";
import { smallCopy } from "~/files/image.server";
import { openFile } from "~/files/storage.server";
import { orPlainPage, plainPage, refuseAsData } from "./plain-page.server";
import { admit } from "./screen.server";
import { closedPolicy, secure } from "./secure.server";
import { inPictureTurn } from "./turns.server";

const types = new Map([
  ["webp", "image/webp"],
  ["png", "image/png"],
  ["jpg", "image/jpeg"],
  ["pdf", "application/pdf"],
]);

/** The media type by the extension, which the store chose by the file's content. */
export const mediaTypeOf = (name: string) =>
  types.get(name.split(".").at(-1) ?? "") ?? "application/octet-stream";

/**
 * The loader of an uploaded file's address. It is never rendered as a page.
 * @param door the permissions that may read the record, or a function that throws for all others
 * @param small the pixels of the side of a small copy of a picture, which `?small` asks for; 0 for none
 * @param isCacheable whether a browser may keep the file, which is then no secret; it asks again each time
 * @param nameOf the name that the file had with who uploaded it, by its stored name: a browser saves it under that
 */
export function download(
  door: readonly Permission[] | ((args: LoaderFunctionArgs) => Promise<void>),
  folder: string,
  {
    isCacheable = false,
    small = 0,
    nameOf,
  }: { isCacheable?: boolean; small?: number; nameOf?: (name: string) => Promise<string | undefined> } = {},
) {
  return (args: LoaderFunctionArgs) =>
    orPlainPage(args.request, async () => {
      const visit = await (typeof door === "function" ? door(args) : admit(args, door));
      refuseAsData(args.request);
      const { name = "" } = args.params;
      if (!/^[\w-]{1,80}\.[a-z]{3,4}$/.test(name)) throw noFile();
      const isSmall = small && new URL(args.request.url).searchParams.has("small") && !name.endsWith(".pdf");
      return visit && isSmall && args.request.method === "GET"
        ? inPictureTurn(visit, () => smallResponse(folder, name, small))
        : fileResponse(args.request, folder, name, await nameOf?.(name), isCacheable);
    });
}

/** The action of a file's address: it refuses. The build gives it to every route that has a loader only (vite.config.ts). */
export async function refuseWrites() {
  const error = new DomainError("method_not_allowed", "هذه العملية غير متاحة على هذا العنوان");
  return plainPage(error, { Allow: "GET" });
}

export const noFile = () => notFound("الملف غير موجود");

/** A browser's copy is always current: names are random, and a name's content never changes. */
async function fileResponse(
  request: Request,
  folder: string,
  name: string,
  ownName: string | undefined,
  isKept: boolean,
) {
  const headers = headersOf(name, isKept ? { ETag: `"${name}"`, "Cache-Control": "private, no-cache" } : {});
  const extension = name.split(".").at(-1);
  const title = ownName
    ?.replace(/\.[a-z]{3,4}$/i, "")
    .replace(/[^\p{L}\p{M}\p{N}()_-]+/gu, " ")
    .trim();
  if (title)
    headers.set(
      "Content-Disposition",
      `inline; filename="${name}"; filename*=UTF-8''${encodeURIComponent(`${title}.${extension}`)}`,
    );
  const tags = (isKept && request.headers.get("If-None-Match")?.split(",")) || [];
  if (tags.some((tag) => tag.trim().replace(/^W\//, "") === `"${name}"`))
    return new Response(null, { status: 304, headers });

  const file = await openFile(folder, name);
  if (!file) throw noFile();
  if (request.method === "HEAD") {
    file.destroy(); // nobody will read it
    return new Response(null, { headers });
  }
  return new Response(createReadableStreamFromReadable(file), { headers });
}

async function smallResponse(folder: string, name: string, side: number) {
  const copy = await smallCopy(folder, name, side);
  if (!copy) throw noFile();
  const headers = headersOf(name);
  headers.set("Content-Type", "image/webp");
  return new Response(new Uint8Array(copy), { headers });
}

function headersOf(name: string, init: HeadersInit = {}) {
  const headers = new Headers(init);
  secure(headers, 200);
  headers.set("Content-Security-Policy", `${closedPolicy}; sandbox`);
  headers.set("Content-Type", mediaTypeOf(name));
  headers.set("Content-Disposition", `inline; filename="${name}"`);
  return headers;
}
