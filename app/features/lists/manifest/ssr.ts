import type { LoaderFunctionArgs } from "@remix-run/node";
import { group } from "~/features/groups/group";
import { listTitles } from "~/features/links/handed-papers";
import { scopeOf } from "~/features/travellers/scope.server";
import { orPlainPage, refuseAsData } from "~/http/plain-page.server";
import { admit } from "~/http/screen.server";
import { secure } from "~/http/secure.server";
import { admitList, inTurns, noteList } from "~/http/whole-lists.server";
import { passportList } from "./passport-list.server";

/** The passport list of an airline, as the text that its reservation system takes. */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  orPlainPage(request, async () => {
    const visit = await admit({ request, params }, [group.write]);
    refuseAsData(request);
    const scope = await scopeOf(visit.params);
    await admitList(visit);
    const { lines } = await passportList(scope, (batches) => inTurns(visit, batches));
    const title = `${listTitles.passports.ar} - ${scope.name}`;
    await noteList(visit, "exported", { of: "customers", title, count: lines.length, format: "ssr" });
    const headers = new Headers({
      "Content-Type": "text/plain; charset=us-ascii",
      "Content-Disposition": `attachment; filename="ssr.txt"; filename*=UTF-8''${encodeURIComponent(title)}.txt`,
      "Cache-Control": "private, no-store, no-transform",
    });
    secure(headers, 200);
    return new Response(request.method === "HEAD" ? null : lines.join(""), { headers });
  });
