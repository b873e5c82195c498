import type { z } from "zod";
import type { Db } from "~/db/knex.server";
import { fold } from "~/domain/fold";
import { optional, text, wholeNumber } from "~/domain/input.server";
import { listCurrencies } from "~/features/currencies/currencies.server";
import { hotel, roomPrices } from "~/features/services/hotels/hotel";
import { hotels } from "~/features/services/hotels/hotels.server";
import { checkPrices } from "~/features/services/prices.server";
import { withBreaks } from "~/http/breaks.server";
import { starsInWords } from "../services/lookups/lookup";
import { listLookup } from "../services/lookups/lookups.server";
import { sum } from "./cells.server";
import { oneOf } from "./choices";
import { fieldReadings } from "./field-readings.server";
import { columnsOf, type Importable, type Verdict } from "./importable.server";
import { blame, finder, firstWord, orBlame, stillNew, tellKnown } from "./verdicts.server";

/* Hotels from a file, with city and currency by name and the rating by its stars. */

const schema = hotels.schema.extend({
  city_id: text(100),
  rating_id: optional(wholeNumber({ min: 1, max: 7, message: "عدد النجوم عدد صحيح من 1 إلى 7" })),
  currency_id: optional(text(50)),
});
type HotelRow = z.output<typeof schema>;

const starWords = oneOf(
  Array.from({ length: 7 }, (_, index) => [String(index + 1), starsInWords(index + 1)]),
  { نجمتين: "2", "ثلاث نجوم": "3", "أربع نجوم": "4", "خمس نجوم": "5", "ست نجوم": "6", "سبع نجوم": "7" },
);

/** Reads `5`, «5 نجوم», `5 stars`, `5*` and `★★★★★`. */
const readStars = (text: string) =>
  /^★+$/.test(text) ? String(text.length) : starWords.read(text.replace(/(\*|stars?)$/i, "").trimEnd());

const price = (others: string) => ({ ...sum, hint: "سعر الليلة للغرفة كاملة", others });

export const hotelImports: Importable = {
  entity: hotel,
  schema,
  labels: hotel.labels,
  columns: columnsOf(hotel.labels, schema, {
    ...fieldReadings(hotel.fields),
    name: { own: "words", others: "الاسم، الفندق، Hotel، Hotel Name، Name" },
    name_latin: { others: "اسم الفندق بالإنجليزية، اسم الفندق بالإنجليزي، Hotel Name in English" },
    city_id: { own: "words", hint: "كما في قائمة المدن", others: "مدينة، City، الموقع" },
    address: { others: "الحي، العنوان التفصيلي، Address" },
    rating_id: { hint: "عدد النجوم", read: readStars, others: "النجوم، عدد النجوم، الدرجة، Stars، Rating" },
    single_room_price: price("مفردة، مفرد، سنجل، سعر المفردة، سعر الغرفة المفردة، Single"),
    double_room_price: price("ثنائية، ثنائي، دبل، سعر الثنائية، سعر الغرفة الثنائية، Double"),
    triple_room_price: price("ثلاثية، ثلاثي، سعر الثلاثية، سعر الغرفة الثلاثية، Triple"),
    quad_room_price: price("رباعية، رباعي، سعر الرباعية، سعر الغرفة الرباعية، Quad، Quadruple"),
    currency_id: { hint: "رمزها أو اسمها، وإن تركت فالعملة الأساسية", others: "Currency" },
    description: { others: "ملاحظات، Notes، Description" },
  }),
  identity: "اسمه ومدينته",
  settle,
  createAll: hotels.createAll,
};

/** Finds the rows that cells name, and marks the hotels that exist already. */
async function settle(db: Db, verdicts: Verdict[]) {
  const fresh = stillNew(verdicts);
  const cityOf = finder("cities", await listLookup(db, "cities"), ({ name }) => [name]);
  const currencies = await listCurrencies(db);
  const currencyOf = finder(
    "currencies",
    currencies,
    ({ code, name, symbol }) => [code, name, symbol],
    firstWord,
  );
  const ratings = new Map((await listLookup(db, "ratings")).map(({ id, value }) => [value, id]));
  for await (const verdict of withBreaks(fresh)) {
    const row = verdict.input as HotelRow;
    const city = cityOf(verdict, "city_id", row.city_id);
    const currency = row.currency_id
      ? currencyOf(verdict, "currency_id", row.currency_id)
      : currencies.find(({ is_default }) => is_default);
    const rating_id = row.rating_id && ratings.get(row.rating_id);
    if (row.rating_id && !rating_id)
      blame(verdict, "rating_id", `لا تصنيف من ${starsInWords(row.rating_id)}: أضفه أولًا`);
    if (!currency && !row.currency_id) blame(verdict, "currency_id", "لا توجد عملات بعد: أضف عملة أولًا");
    if (currency) {
      const prices = Object.fromEntries(roomPrices.map((field) => [field, row[field]]));
      orBlame(verdict, () => checkPrices(prices, currency.code));
    }
    verdict.input = { ...row, city_id: city?.id, rating_id, currency_id: currency?.id };
  }
  const hotelRows: { id: number; name: string; city_id: number }[] = await db("hotels")
    .orderBy("id", "desc") // so that the oldest of several is named
    .select("id", "name", "city_id");
  await tellKnown(verdicts, keyOf, new Map(hotelRows.map((row) => [keyOf(row), row.id])));
}

const keyOf = ({ name, city_id }: { name: string; city_id: number }) => `${city_id} ${fold(name)}`;
