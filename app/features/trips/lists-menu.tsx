import { More } from "~/ui/page/more";
import { trip } from "./trip";

/** The lists of a trip as links. */
export function TripLists({ id }: { id: number }) {
  const path = `${trip.path}/${id}`;
  return (
    <More label="كشوف" button>
      <a href={`${path}/manifest`}>كشف الركاب</a>
      <a href={`${path}/buses`}>كشف الحافلات</a>
      <a href={`${path}/badges`}>البطاقات</a>
    </More>
  );
}
