import type { Db } from "~/db/knex.server";
import { nationalityName, travelCode } from "~/domain/countries.server";
import { englishDate } from "~/domain/dates";
import { officeToday } from "~/domain/office-day.server";
import { titleOf } from "~/domain/titles";
import { group } from "~/features/groups/group";
import { withJourney } from "~/features/journey/days.server";
import {
  asTheyCount,
  goodOn,
  onAnotherPassport,
  visaTypeOfCampaign,
} from "~/features/journey/valid-visas.server";
import { listTitles } from "~/features/links/handed-papers";
import type { NameGap } from "~/features/travellers/list";
import { listedMembers, sexInEnglish, type Translations } from "~/features/travellers/lists.server";
import { latinOr } from "~/features/travellers/scope.server";
import { statusToday } from "~/features/visas/expiry.server";
import { type EnglishPassenger, englishManifestColumns, manifestColumns, type Passenger } from "./manifest";

const passengers = (db: Db) =>
  listedMembers(db)
    .join("campaigns", "campaigns.id", "groups.campaign_id")
    .leftJoin("trips", "trips.id", "groups.trip_id")
    .joinRaw(withJourney("customers.id"))
    .select("nationality", "date_of_birth", { visa_number: visaNumber(db) });

export const manifest: Translations<Passenger, EnglishPassenger> = {
  ar: {
    title: listTitles.manifest.ar,
    columns: manifestColumns,
    order: (members) => members,
    rows: (db) => passengers(db).select("family"),
    toRow: ({ nationality, ...row }) => ({
      ...row,
      nationality: nationality && travelCode(nationality),
      nationality_name: nationality && nationalityName(nationality),
    }),
    part: ({ group_name }, { of }) => (of === group ? null : group_name),
  },
  en: {
    title: listTitles.manifest.en,
    columns: englishManifestColumns,
    order: (members) => members,
    rows: (db) =>
      passengers(db).select("surname_latin", "given_names_latin", "passport_issue_date", "passport_expiry", {
        group_id: "groups.id",
        group_latin: "groups.name_latin",
        departure: "journey.departure",
      }),
    toRow({ group_id, group_latin, departure, ...row }: EnglishPassenger & Partial<OfGroup>) {
      const written = (date: string | null) => date && englishDate(date);
      const isSplit = row.surname_latin !== null || row.given_names_latin !== null;
      return {
        ...row,
        // An airline that asks for two names gets the whole one, which is told above the list.
        surname_latin: isSplit ? row.surname_latin : row.name_latin,
        is_split: isSplit,
        group_name: latinOr(group_latin ?? row.group_name, "Group", group_id as number),
        title: titleOf(row, departure as string),
        nationality: row.nationality && travelCode(row.nationality),
        gender: sexInEnglish(row.gender),
        date_of_birth: written(row.date_of_birth),
        passport_issue_date: written(row.passport_issue_date),
        passport_expiry: written(row.passport_expiry),
      };
    },
    part: ({ group_name }, { of }) => (of === group ? null : group_name),
    nameGap,
  },
};

type OfGroup = { group_id: number; group_latin: string | null; departure: string };

function nameGap({ is_split, surname_latin, given_names_latin }: EnglishPassenger): NameGap | undefined {
  if (!surname_latin && !given_names_latin) return "missing";
  if (!is_split) return "whole";
  return surname_latin && given_names_latin ? undefined : "part";
}

const visaNumber = (db: Db) =>
  db.raw(
    `(SELECT visa_number FROM visas
      WHERE visas.customer_id = customers.id AND visa_type = ${visaTypeOfCampaign}
        AND (:status = 'approved' OR ${goodOn("journey.departure")})
      ORDER BY ${asTheyCount("journey.departure", "journey.visa_until", onAnotherPassport("customers.passport_number"))} LIMIT 1)`,
    { today: officeToday(), status: statusToday(db) },
  );
