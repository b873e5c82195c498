import { randomUUID } from "node:crypto";
import { Form, useActionData, useLoaderData, useLocation, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { db } from "~/db/knex.server";
import { quote } from "~/domain/nouns";
import { type Group, placesText } from "~/features/groups/group";
import { GroupBadge } from "~/features/groups/group-badge";
import { readForm } from "~/http/body.server";
import { redirectWithFlash } from "~/http/flash.server";
import { askBy, type OpenQuestion } from "~/http/questions.server";
import { idParam, refusable, screen } from "~/http/screen.server";
import { writeOnce } from "~/http/writes.server";
import { Dialog } from "~/ui/dialog/dialog";
import { keepForm } from "~/ui/form/keep-form";
import { Questions } from "~/ui/form/questions";
import { Author } from "~/ui/page/author";
import { GetForm } from "~/ui/page/get-form";
import { Refusal } from "~/ui/page/sentence";
import { trip } from "./trip";
import { groupsOf, linkGroup, mostOffered, offeredGroups, unlinkGroup } from "./trip-groups.server";
import { trips } from "./trips.server";

export const loader = screen([trip.write], async ({ params, url }) => {
  const { id, name } = await trips.find(db, idParam(params.id));
  const [linked, available] = await Promise.all([groupsOf(db, id), offeredGroups(db, url.searchParams)]);
  return {
    name,
    linked: linked.map(shown),
    available: available.map(shown),
    mostOffered,
    idempotencyKey: randomUUID(),
  };
});

/** Only what is shown of a group, since it is sent twice: as HTML and as data. */
const shown = ({ id, name, status, campaign, departureDate, ...places }: Group) => ({
  ...{ id, name, status, campaign, departureDate, places: placesText(places) },
});
type Shown = ReturnType<typeof shown>;

/** The pressed button names the action and the group. */
export const action = screen([trip.write], async ({ request, params, url, user }) => {
  const id = idParam(params.id);
  const form = await readForm(request);
  const isLink = form.has("link");
  const sent = String(form.get(isLink ? "link" : "unlink"));
  const work = async () => {
    const group_id = idParam(sent);
    const group = await writeOnce(
      { user, key: form.get("idempotency_key") as string | null },
      { trip: id, isLink, group_id },
      (trx) =>
        isLink ? linkGroup(trx, id, { group_id }, askBy(form)) : unlinkGroup(trx, id, group_id, askBy(form)),
    );
    const verb = isLink ? "تم ربط" : "تم فك ربط";
    return redirectWithFlash(
      `${trip.path}/${id}/groups${url.search}`,
      `${verb} المجموعة ${quote(group.name)}`,
    );
  };
  return refusable(isLink ? "فشل ربط المجموعة" : "فشل فك ربط المجموعة", work, {
    [isLink ? "link" : "unlink"]: sent,
  });
});

export const clientAction = keepForm("انقطع الاتصال قبل أن يصل الرد، أعد المحاولة");

type Reply = {
  refusal?: string;
  result?: { error?: Record<string, string[]> };
  questions?: OpenQuestion[];
  asked?: { link?: string; unlink?: string };
};

export default function TripGroups() {
  const { name, linked, available, mostOffered, idempotencyKey } = useLoaderData<typeof loader>();
  const { pathname, search } = useLocation();
  const reply = useActionData<Reply>();
  const refusal = reply?.refusal ?? reply?.result?.error?.[""]?.[0];
  const list = new URLSearchParams(search);
  const query = list.get("group") ?? "";
  list.delete("group");
  return (
    <Dialog title={`مجموعات الرحلة ${quote(name)}`} back={trip.path + (list.size ? `?${list}` : "")}>
      <Refusal text={refusal} />
      {reply?.asked && (
        <Form method="post" preventScrollReset replace className="mb-4">
          <Author />
          <input type="hidden" name="idempotency_key" value={idempotencyKey} />
          {Object.entries(reply.asked).map(([deed, id]) => (
            <input key={deed} type="hidden" name={deed} value={id} />
          ))}
          <Questions reply={reply} />
        </Form>
      )}
      <div className="grid items-start gap-4 md:grid-cols-2">
        <Pane
          title="المرتبطة"
          groups={linked}
          deed="unlink"
          button="فك الربط"
          empty="لا مجموعات في هذه الرحلة بعد: اربط بها من المتاحة."
        />
        <Pane
          title="المتاحة"
          groups={available}
          deed="link"
          button="ربط"
          empty={query ? "لا توجد مجموعات متاحة تطابق البحث." : "لا مجموعات متاحة: كلها في رحلات أو غادرت."}
        >
          {(query || available.length > 7) && (
            <GetForm className="beside mb-2" role="search" action={pathname} preventScrollReset replace>
              {[...list].map(([name, value]) => (
                <input key={name} type="hidden" name={name} value={value} />
              ))}
              <input
                type="search"
                name="group"
                aria-label="بحث باسم المجموعة"
                placeholder="بحث باسم المجموعة"
                defaultValue={query}
                maxLength={100}
                className="min-w-0 flex-1"
              />
              <button className="button" type="submit">
                بحث
              </button>
            </GetForm>
          )}
          {available.length === mostOffered && (
            <p className="hint text-sm text-muted">
              أول <bdi>{mostOffered}</bdi> مجموعة؛ ابحث بالاسم عن غيرها.
            </p>
          )}
        </Pane>
      </div>
    </Dialog>
  );
}

function Pane({
  title,
  groups,
  deed,
  button,
  empty,
  children,
}: {
  title: string;
  groups: Shown[];
  deed: "link" | "unlink";
  button: string;
  empty: string;
  children?: ReactNode;
}) {
  const { idempotencyKey } = useLoaderData<typeof loader>();
  const busy = useNavigation().state !== "idle";
  return (
    <section>
      <h3 className="mb-2 font-semibold text-green">
        {title} (<bdi>{groups.length}</bdi>)
      </h3>
      {children}
      {groups.length === 0 && <p className="text-muted">{empty}</p>}
      <Form method="post" preventScrollReset replace>
        <Author />
        <input type="hidden" name="idempotency_key" value={idempotencyKey} />
        <ul className="grid gap-2">
          {groups.map((group) => (
            <li
              key={group.id}
              className="flex items-center justify-between gap-3 rounded-md border border-line px-3 py-2"
            >
              <div className="min-w-0 wrap-anywhere">
                <span className="font-medium">{group.name}</span> <GroupBadge status={group.status} />
                <small className="block text-muted">
                  {group.campaign} · {group.places}
                </small>
                {group.departureDate && (
                  <small className="block text-muted">
                    المغادرة <bdi dir="ltr">{group.departureDate}</bdi>
                  </small>
                )}
              </div>
              <button
                className="button shrink-0"
                type="submit"
                name={deed}
                value={group.id}
                disabled={busy}
                aria-label={`${button} ${quote(group.name)}`}
              >
                {button}
              </button>
            </li>
          ))}
        </ul>
      </Form>
    </section>
  );
}
