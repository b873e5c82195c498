import type { ReactNode } from "react";
import { group } from "../groups/group";
import { trip } from "../management/trip";

/** The lists of a group or trip, under one button: a page's, or a link's of a row. */
function Menu({ button, children }: { button?: boolean; children: ReactNode }) {
  return (
    <details className="lists-menu" name="lists">
      <summary className={button ? "button" : undefined}>كشوف</summary>
      <div>{children}</div>
    </details>
  );
}

export function GroupLists({ id, button }: { id: number; button?: boolean }) {
  const path = `${group.path}/${id}`;
  return (
    <Menu button={button}>
      <a href={`${path}/manifest`}>كشف الركاب</a>
      <a href={`${path}/rooms`}>توزيع الغرف</a>
      <a href={`${path}/buses`}>مقاعد الحافلات</a>
    </Menu>
  );
}

export function TripLists({ id }: { id: number }) {
  const path = `${trip.path}/${id}`;
  return (
    <Menu button>
      <a href={`${path}/manifest`}>كشف الركاب</a>
      <a href={`${path}/buses`}>كشف الحافلات</a>
    </Menu>
  );
}
