import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import type { Permission } from "~/auth/permissions";
import { fromDatabaseError } from "~/db/errors.server";
import { DomainError, notFound } from "~/http/domain-error";
import { plainPage } from "~/http/plain-page.server";
import { admit } from "~/http/screen.server";
import { readFile } from "./storage.server";

const types: Record<string, string> = {
  webp: "image/webp",
  png: "image/png",
  jpg: "image/jpeg",
  pdf: "application/pdf",
};

/** The loader of an uploads address: a file for whoever may read its record, never rendered as a page. */
export function download(permissions: readonly Permission[], folder: string) {
  return async (args: LoaderFunctionArgs) => {
    try {
      await admit(args, permissions);
      return await fileResponse(folder, args.params.name ?? "");
    } catch (error) {
      const known = error instanceof DomainError ? error : fromDatabaseError(error);
      if (known) return plainPage(args.request, known);
      throw error;
    }
  };
}

/** The action of an uploads address: files come with the form or call of their record. */
export async function refuseWrites({ request }: ActionFunctionArgs) {
  const error = new DomainError("method_not_allowed", "هذه العملية غير متاحة على هذا العنوان");
  return plainPage(request, error, { Allow: "GET" });
}

async function fileResponse(folder: string, name: string) {
  const bytes = await readFile(folder, name);
  if (!bytes) throw notFound("الملف غير موجود");
  return new Response(bytes as BodyInit, {
    headers: {
      "Content-Type": types[name.split(".").at(-1) ?? ""] ?? "application/octet-stream",
      "Content-Disposition": `inline; filename="${name}"`,
      "Content-Security-Policy": "default-src 'none'; sandbox",
      "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "same-origin",
      "Cache-Control": "private, max-age=86400",
    },
  });
}
