import { officeTime } from "~/domain/office-day.server";
import type { SheetColumn } from "~/http/sheet";
import { type Member, member, memberGenderLabels, travelLabels } from "../member";

const { labels } = member;

export const memberColumns: SheetColumn<Member>[] = [
  { head: labels.name, width: 32, cell: ({ name }) => name },
  { head: labels.national_id, cell: ({ national_id }) => national_id },
  { head: labels.phone, width: 18, cell: ({ phone }) => phone },
  { head: labels.gender, width: 8, cell: ({ gender }) => gender && memberGenderLabels[gender] },
  { head: labels.age, kind: "number", width: 8, cell: ({ age }) => age },
  { head: labels.travels, width: 20, cell: (row) => travelLabels[`${row.travels}`] },
  { head: labels.added_at, width: 18, cell: ({ added_at }) => officeTime(added_at) },
];
