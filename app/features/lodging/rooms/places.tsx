import { Form, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { countPhrase, roomCount } from "~/domain/count-words";
import { Author } from "~/ui/page/author";
import type { tabsOf } from "./places.server";

type PlaceTab = Awaited<ReturnType<typeof tabsOf>>[number];

/** The hotels of a group, each with its rooms; rooms of none of them come last. */
export function PlaceTabs({
  path,
  places,
  lodging,
  apart,
}: {
  path: string;
  places: PlaceTab[];
  lodging: string | null;
  apart: number;
}) {
  if (!apart && !places.some(({ name }) => name)) return null;
  return (
    <nav className="tabs states hotels" aria-label="فنادق المجموعة">
      {places.map(({ query, name, days, unplaced, ...place }) => (
        <a
          key={place.lodging}
          href={path + query}
          data-stay=""
          aria-current={place.lodging === lodging ? "page" : undefined}
        >
          {name ?? "غرف المجموعة"}
          {days && (
            <small>
              <bdi dir="ltr">{days.check_in}</bdi> – <bdi dir="ltr">{days.check_out}</bdi>
            </small>
          )}
          {unplaced > 0 && <small className="gold">{`بلا غرفة ${unplaced}`}</small>}
        </a>
      ))}
      {apart > 0 && (
        <a href={`${path}?hotel=none`} data-stay="" aria-current={lodging === null ? "page" : undefined}>
          بلا فندق <small className="bad">{countPhrase(apart, roomCount)}</small>
        </a>
      )}
    </nav>
  );
}

/** «انسخ غرف مكة إلى المدينة»: from another hotel to the one of the page; first those in which the same people sleep. */
export function CopyForm({ places, lodging }: { places: PlaceTab[]; lodging: string }) {
  const here = new Set(places.find((place) => place.lodging === lodging)?.packages);
  const shared = ({ packages }: PlaceTab) => packages.filter((one) => here.has(one)).length;
  const others = places
    .filter((place) => place.lodging !== lodging)
    .sort((one, other) => shared(other) - shared(one));
  if (!others.length) return null;
  return (
    <PlaceForm intent="copy" button="انسخ غرفه إلى هنا">
      <input type="hidden" name="lodging" value={lodging} />
      <Places name="from" label="انسخ من فندق" places={others} />
    </PlaceForm>
  );
}

/** The rooms of a lodging that is no more are moved to one that is. */
export const ApartForm = ({ places }: { places: PlaceTab[] }) => (
  <>
    <p className="notice info">
      هذه الغرف في فندق لم يعد من إقامات المجموعة، فلا تظهر في كشف. انقلها إلى فندقها، أو احذفها.
    </p>
    <PlaceForm intent="move" button="انقلها إليه">
      <Places name="lodging" label="الفندق" places={places} />
    </PlaceForm>
  </>
);

function PlaceForm({ intent, button, children }: { intent: string; button: string; children: ReactNode }) {
  const isBusy = useNavigation().state !== "idle";
  return (
    <Form method="post" className="beside mb-4 flex-wrap items-center" preventScrollReset>
      <Author />
      {children}
      <button className="button" type="submit" name="intent" value={intent} disabled={isBusy}>
        {button}
      </button>
    </Form>
  );
}

const Places = ({ name, label, places }: { name: string; label: string; places: PlaceTab[] }) => (
  <label className="flex min-w-0 max-w-full flex-wrap items-center gap-2">
    {label}
    <select name={name}>
      {places.map(({ lodging, name, visit }) => (
        <option key={lodging} value={lodging}>
          {[name ?? "غرف المجموعة", visit && visit > 1 && `النزول ${visit}`].filter(Boolean).join(" · ")}
        </option>
      ))}
    </select>
  </label>
);
