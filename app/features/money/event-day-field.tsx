import type { ComponentProps } from "react";
import { TextField } from "~/ui/form/field";
import { useHolds } from "~/ui/page/links";
import { eventDayHint, eventDayLabel } from "./event-day";

/** The day of an event, for who may choose another one than today. */
export function EventDayField(field: Omit<ComponentProps<typeof TextField>, "label">) {
  if (!useHolds("manage_financials")) return null;
  return (
    <TextField hint={eventDayHint.amongOthers} {...field} label={`${eventDayLabel} (اختياري)`} type="date" />
  );
}
