import { beforeAll, describe, expect, test } from "vitest";
import { mealsInWords } from "~/features/services/catering/catering";
import { hiddenField, text } from "../support/client";
import { makeDollarAndDinar } from "../support/factories";
import { formIn } from "../support/forms";
import { useOffice } from "../support/office";
import { type Ids, samplesOf, services } from "../support/services";
import { standardCalls } from "../support/standard-calls";

const { office, client } = useOffice();
const cases = services.map((service) => {
  const { entity, path, prices, required, lookup } = service;
  const ids = {} as Ids;
  const samples = samplesOf(service, ids);

  /** The required fields, and whole numbers as prices. */
  function least() {
    const whole = samples.whole();
    const fields = Object.fromEntries(required.map((field) => [field, whole[field]]));
    return { ...fields, ...Object.fromEntries(prices.map((price) => [price, 100])) };
  }
  async function create(more: object = {}) {
    const { status, body } = await client.post(path, { ...least(), ...more });
    expect(status, body.error).toBe(201);
    return body[entity.item];
  }
  async function addChoice(name: string): Promise<number> {
    return (await client.post(`/api/${lookup.path}`, { name })).body[lookup.item].id;
  }
  return { ...service, form: `${entity.path}/new?status=active`, ids, samples, least, create, addChoice };
});
type Case = (typeof cases)[number];
const [hotels, buses, caterings, others] = cases as [Case, Case, Case, Case];

beforeAll(async () => {
  const { shown, ...currencies } = await makeDollarAndDinar(office.knex);
  const rating = (await client.post("/api/ratings", { value: 5 })).body.rating.id;
  for (const { ids, lookup, addChoice } of cases)
    Object.assign(ids, currencies, { currencies: shown, rating, lookup: await addChoice(lookup.first) });
});

const plain = (html: string) => html.replaceAll("&quot;", '"');

describe.each(cases)("$path", (service) => {
  const { entity, path, name, prices, lookup, adding, found, packages, typed } = service;
  const { ids, samples, form, least, create, addChoice } = service;

  standardCalls(office, client, entity, samples, path);

  test.each(prices)(
    "%s is read in Arabic digits and with thousands, to the fils, and may be 0",
    async (price) => {
      for (const [sent, read] of [
        ["٢٥٫١٢٥", 25.125],
        ["1,140.125", 1140.125],
        [0, 0],
      ])
        expect((await create({ [price]: sent, currency_id: ids.kwd }))[price]).toBe(read);
    },
  );

  test.each(prices)("%s must fit its currency, also when only the currency changes", async (price) => {
    const { id } = await create({ currency_id: ids.kwd, [price]: 10.125 });
    const { status, body } = await client.put(`${path}/${id}`, { currency_id: ids.usd });
    expect([status, Object.keys(body.fields)]).toEqual([422, [price]]);
    expect(body.error).toContain("USD");
    const fils = await client.post(path, { ...least(), [price]: 1.005 });
    expect([fils.status, Object.keys(fils.body.fields)]).toEqual([422, [price]]);
  });

  test("search folds Arabic; filters by lookup and status", async () => {
    const choice = await addChoice(lookup.second);
    const filter = `${lookup.field}=${choice}`;
    const other = await create();
    const { id } = await create({ ...found.row, [lookup.field]: choice, status: "inactive" });
    const idsOf = async (query: string) =>
      (await client.get(`${path}?${query}`)).body[entity.key].map((one: { id: number }) => one.id);
    const searches = found.searches.map((search) => `search=${search}`);
    for (const query of [...searches, filter, `status=inactive&search=${found.part}`])
      expect(await idsOf(query), query).toEqual([id]);
    for (const query of [`${filter}&status=active`, `status=active&${searches[0]}`])
      expect(await idsOf(query), query).toEqual([]);
    const screen = (await client.get(`${entity.path}?${filter}`)).body;
    expect(screen).toContain(found.row[name]);
    expect(screen).toContain(`${entity.fields.status.choices.inactive}</span>`);
    expect(screen).not.toContain(`${other[name]}<`);
  });

  test("what a package uses is not deleted, what none uses is", async () => {
    const { id } = await create();
    const { names, column, refusal, failure } = packages;
    const stored = await office
      .knex("packages")
      .insert(names.map((name) => ({ name, currency_id: ids.usd, ...(column && { [column]: id }) })))
      .returning("id as package_id");
    if (!column)
      await office
        .knex("package_other_services")
        .insert(stored.map((pack: object) => ({ ...pack, other_service_id: id })));
    const refused = await client.delete(`${path}/${id}`);
    expect([refused.status, refused.body.error]).toEqual([409, refusal]);
    const screen = await client.submit(`${entity.path}/${id}/delete`, {});
    expect([screen.status, screen.body]).toEqual([409, expect.stringContaining(`${failure}: ${refusal}`)]);
    await office.knex("packages").delete();
    const done = await client.submit(`${entity.path}/${id}/delete?search=x`, {});
    expect([done.status, done.headers.get("Location")]).toEqual([302, `${entity.path}?search=x`]);
    expect((await client.get(`${path}/${id}`)).status).toBe(404);
  });

  describe("the form, without JavaScript", () => {
    test("a choice is added in passing: what was typed stays, and the new choice is chosen, once", async () => {
      const opened = await client.submit(`${form}&add=${lookup.path}`, { ...typed, lookup: lookup.path });
      expect([opened.status, opened.body]).toEqual([200, expect.stringContaining(adding.label)]);
      const carried = plain(hiddenField(opened.body, "typed"));
      expect(JSON.parse(carried)).toEqual(typed);
      const send = (lookup_value: string) =>
        client.submit(form, {
          lookup: lookup.path,
          lookup_value,
          lookup_key: hiddenField(opened.body, "lookup_key"),
          typed: carried,
        });
      const blank = await send(" ");
      if (adding.blank)
        expect([blank.status, blank.body]).toEqual([422, expect.stringContaining(adding.blank)]);
      else {
        expect([blank.status, blank.body]).toEqual([200, expect.not.stringContaining(adding.label)]);
        expect(formIn(blank.body).values).toMatchObject(typed);
      }
      const taken = await send(lookup.first);
      expect([taken.status, taken.body]).toEqual([409, expect.stringContaining(adding.taken)]);
      expect(JSON.parse(plain(hiddenField(taken.body, "typed")))).toEqual(typed);
      for (const time of ["once", "twice"]) {
        const added = await send("جديد في أثناء الكتابة");
        expect([added.status, added.body], time).toEqual([200, expect.not.stringContaining(adding.label)]);
        expect(added.body).toMatch(/<option value="\d+" selected="">جديد في أثناء الكتابة</);
        expect(formIn(added.body).values).toMatchObject(typed);
      }
      const { body } = await client.get(`/api/${lookup.path}?search=جديد`);
      expect(Object.values(body).flat()).toHaveLength(1);
    });

    test("saves, and keeps what was typed where it is refused", async () => {
      const refused = await client.submit(form, { ...typed, ...service.mistaken });
      expect(refused.status).toBe(422);
      for (const sentence of service.sentences) expect(refused.body).toContain(sentence);
      expect(formIn(refused.body).values).toMatchObject({ ...typed, ...service.mistaken });
      const saved = await client.submit(form, { ...typed, ...text({ [lookup.field]: ids.lookup }) });
      expect([saved.status, saved.headers.get("Location")]).toEqual([302, `${entity.path}?status=active`]);
      expect(
        await office
          .knex(entity.table)
          .where({ [name]: typed[name] })
          .first(),
      ).toMatchObject(service.stored);
    });
  });
});

test("a hotel's prices that are emptied are 0; hotels are filtered by their rating", async () => {
  const { prices, path, create, ids } = hotels;
  const { id } = await create({ rating_id: ids.rating });
  const { body } = await client.put(`${path}/${id}`, Object.fromEntries(prices.map((price) => [price, ""])));
  for (const price of prices) expect(body.hotel[price], price).toBe(0);
  const rated = (await client.get(`${path}?rating_id=${ids.rating}`)).body.hotels;
  expect(rated[0].id).toBe(id);
  expect(rated.every(({ rating_id }: { rating_id: number }) => rating_id === ids.rating)).toBe(true);
});

test("a bus's capacity is read in Arabic digits", async () => {
  expect((await buses.create({ capacity: "٤٥" })).capacity).toBe(45);
});

test("meals are open where there are none, and three where they are emptied", async () => {
  const { id, meals_per_day } = await caterings.create({ meals_per_day: "٠" });
  expect(meals_per_day).toBe(0);
  const { body } = await client.put(`${caterings.path}/${id}`, { meals_per_day: "" });
  expect(body.catering_service.meals_per_day).toBe(3);
});

test("meals are told in words, on the card and in the summary", async () => {
  expect([0, 1, 2, 3, 10, 12].map(mealsInWords)).toEqual([
    "وجبات مفتوحة",
    "وجبة واحدة يوميًا",
    "وجبتان يوميًا",
    "3 وجبات يوميًا",
    "10 وجبات يوميًا",
    "12 وجبة يوميًا",
  ]);
  await caterings.create({ name: "مطبخ الوجبات الكثيرة", meals_per_day: 12 });
  const { body } = await client.get("/services/catering?search=الكثيرة");
  for (const cell of ["dd", "td"]) expect(body.split(`<${cell}>12 وجبة يوميًا<`)).toHaveLength(2);
});

test("an icon that is emptied is Plus, and an unknown one is refused by the form", async () => {
  const { path, form, typed, create } = others;
  const { id } = await create({ icon: "Wifi" });
  const { body } = await client.put(`${path}/${id}`, { icon: "" });
  expect(body.other_service.icon).toBe("Plus");
  const unknown = await client.submit(form, { ...typed, icon: "Skull" });
  expect([unknown.status, unknown.body]).toEqual([422, expect.stringContaining("اختر قيمة من القائمة")]);
});
