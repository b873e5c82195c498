import type { MetaFunction } from "@remix-run/node";
import { useLoaderData, useParams } from "@remix-run/react";
import { translated } from "~/domain/language";
import { membersOf } from "~/features/groups/member";
import { PrintedList } from "~/features/travellers/list-print";
import { printing } from "~/features/travellers/lists.server";
import { trip } from "~/features/trips/trip";
import { printTitle } from "~/ui/print-title";
import { manifest } from "./manifest.server";
import { passportNotes } from "./passport-list.server";
import { PassportNotes } from "./passport-notes";

export const meta: MetaFunction<typeof loader> = ({ data }) => printTitle(data?.title, data?.name);

export const handle = translated;

export const loader = printing(manifest, passportNotes);

export default function PrintManifest() {
  const params = useParams();
  const { more: notes } = useLoaderData<typeof loader>();
  const back = params.trip ? `${trip.path}/${params.trip}` : membersOf(Number(params.group)).path;
  const file = notes.path && (
    <a className="button" href={notes.path} download="">
      SSR DOCS
    </a>
  );
  return <PrintedList back={back} wide translated files={file} notes={<PassportNotes {...notes} />} />;
}
