import { countNoun, countPhrase } from "~/domain/count-words";
import { listOf } from "~/domain/details";
import { useHolds } from "~/ui/page/links";

const placeCount = countNoun("مكان واحد", "مكانان", "أماكن", "مكانًا", "مكان");

/** As many places as are named. */
const most = 10;

/** For the office's eyes, never on paper: places that an English paper prints as they were typed. */
export function UnnamedPlaces({ places }: { places: string[] }) {
  const mayName = useHolds("manage_services");
  if (!places.length) return null;
  return (
    <div className="notice info mx-auto mt-3 max-w-[277mm] print:hidden" lang="ar" dir="rtl">
      <p>
        {countPhrase(places.length, placeCount)} بلا اسم إنجليزي، على الورق كما كتب: {listOf(places, most)}.
        اكتبه كاسم فندق أو مدينة لها اسم باللاتينية
        {mayName && (
          <>
            {" "}
            (
            <a className="underline" href="/services/hotels">
              الفنادق
            </a>
            )
          </>
        )}
        ، أو بالإنجليزية.
      </p>
    </div>
  );
}
