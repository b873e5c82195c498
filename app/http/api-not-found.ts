import type { LoaderFunctionArgs } from "@remix-run/node";
import { DomainError } from "~/domain/domain-error";
import { jsonError } from "./json.server";

const answer = async ({ request }: LoaderFunctionArgs) =>
  jsonError(request, new DomainError("not_found", "لا يوجد استدعاء بهذا العنوان"));

export { answer as action, answer as loader };
