import excel from "exceljs";
import { expect } from "vitest";
import type { Answer, Client } from "../client";
import type { Group, State } from "./model";
import { roomsIn } from "./room-steps";

/* What the papers of the office say, in the lines of facts.ts. */

const passportPattern = /P10000\d\d/;
const dayPattern = /\d{4}-\d\d-\d\d/g;
const plain = (html: string) =>
  html
    .replace(/<!--.*?-->|<style[\s\S]*?<\/style>/gs, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/[\u2066-\u2069\u200e\u200f\u2060]/g, "")
    .replace(/\s+/g, " ")
    .trim();
const passportIn = (text: string) => passportPattern.exec(text)?.[0] ?? "–";

/** The text of each cell, row by row. */
const rowsIn = (html: string) =>
  [...html.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(([, row = ""]) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = ""]) => plain(cell)),
  );

const articlesIn = (html: string) => html.split("<article").slice(1);

/** What the head of a printed list says, by its label. */
const headOf = (html: string) =>
  new Map(
    [...html.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/gs)].map(([, label = "", value = ""]) => [
      label,
      plain(value),
    ]),
  );

export function readingsOf(url: () => string, client: Client, at: () => State) {
  async function page(path: string, statuses = [200]) {
    const answer = await client.get(path);
    expect(statuses, `${path}: ${answer.status}`).toContain(answer.status);
    return answer.body;
  }
  /** The rows of all sheets of a workbook, by the words of their heads. */
  async function sheet(path: string) {
    const answer = await fetch(url() + path, { headers: { Cookie: client.cookie } });
    expect([path, answer.status]).toEqual([path, 200]);
    const book = new excel.Workbook();
    await book.xlsx.load(await answer.arrayBuffer());
    return book.worksheets.flatMap((sheet) => {
      const rows = sheet.getSheetValues().slice(1) as unknown[][];
      const [heads = [], ...others] = rows.map((row) => row.slice(1).map((cell) => String(cell ?? "")));
      return others.map((row) => new Map(heads.map((head, index) => [head, row[index] ?? ""])));
    });
  }
  const passportOf = (id: number) => at().people.find((one) => one.id === id)?.passport ?? "?";
  const passportsIn = (html: string) =>
    rowsIn(html)
      .map((cells) => passportIn(cells.join(" ")))
      .filter((one) => one !== "–");

  /** A rooming list: by lodging its days, and each line with the heading of its room. */
  function roomingIn(html: string, isEnglish: boolean) {
    const days: Record<string, string> = {};
    const lines: Record<string, string[]> = {};
    const visits = new Map<string, number>();
    for (const article of articlesIn(html)) {
      const [fact = "", stay = ""] = (isEnglish ? ["Hotel", "Stay"] : ["الفندق", "الإقامة"]).map((label) =>
        headOf(article).get(label),
      );
      const hotels = Object.entries(at().hotels);
      const [id = "0"] = hotels.find(([, name]) => fact.includes(isEnglish ? englishOf(name) : name)) ?? [];
      const visit = id === "0" ? 0 : (visits.get(id) ?? 0) + 1;
      visits.set(id, visit);
      const key = `${id} ${visit}`;
      if (id !== "0") days[key] = stay;
      let head = "";
      lines[key] = [];
      for (const cells of rowsIn(article)) {
        if (cells.length > 1) {
          const passport = passportIn(cells.join(" "));
          if (passport !== "–") lines[key]?.push(`${head}: ${passport}`);
          continue;
        }
        head = cells[0] ?? "";
        if (/(خالية|empty)$/.test(head)) lines[key]?.push(`${head}: –`);
      }
      lines[key]?.sort();
    }
    return { days, lines };
  }

  const badgesIn = (html: string) =>
    articlesIn(html).map((card) => {
      const name = /مسافر \d\d/.exec(plain(card))?.[0];
      const [, ...hotels] = [
        ...(/<div class="where"[^>]*>(.*?)<\/div>/s.exec(card)?.[1] ?? "").matchAll(/<p>(.*?)<\/p>/gs),
      ];
      const stays = hotels.map(([, text = ""]) => {
        const words = plain(text);
        const hotel = Object.values(at().hotels).find((one) => words.startsWith(one)) ?? "";
        return `${hotel} ${/الغرفة (\S+)/.exec(words)?.[1] ?? "–"}`;
      });
      return `${name}: ${stays.sort().join("; ")}`;
    });

  function vouchersIn(html: string) {
    return articlesIn(html).map((article) => {
      const rows = rowsIn(article);
      const guests = rows.map((cells) => passportIn(cells.join(" "))).filter((one) => one !== "–");
      const journey = rows.find(([label]) => ["المغادرة", "مدة الحملة"].includes(label ?? "")) ?? [];
      const days = (journey[1] ?? "").match(dayPattern) ?? [];
      const services = article
        .split("<section><h2")
        .slice(1)
        .map((section) =>
          rowsIn(section)
            .filter((cells) => cells.length === 6 && cells[0] !== "الفندق")
            .map(([hotel, , from = "", until = "", , room = ""]) => {
              const day = (text: string) => text.match(dayPattern)?.[0] ?? "—";
              return `${hotel} ${day(from)} ${day(until)} (${/\((.*)\)/.exec(room)?.[1]?.trim() ?? ""})`;
            })
            .join("; "),
        );
      return `${guests.join(" ")}: ${days.join(" ")}: ${services.sort().join(" + ")}`;
    });
  }

  async function group(of: Group) {
    const path = `/trips/groups/${of.id}`;
    const call = `/api/groups/${of.id}`;
    const membersAt = async (travels: boolean): Promise<string[]> =>
      (await page(`${call}/members?travels=${travels}`)).members
        .map(({ id }: { id: number }) => passportOf(id))
        .sort();
    const { currentMembers, status } = (await page(call)).group;
    const screen = (await page(`${path}/members`)).replace(/<!--.*?-->/g, "");
    const tab = (name: string) =>
      new RegExp(`href="${path}/${name}"[^>]*>[^<]*<small[^>]*>(.*?)<`).exec(screen)?.[1];
    const isAny = currentMembers > 0;
    const arabic = await page(`${path}/manifest`);
    const english = await page(`${path}/manifest?lang=en`);
    const rooming = roomingIn(await page(`${path}/rooms/print`), false);
    const roomingEnglish = roomingIn(await page(`${path}/rooms/print?lang=en`), true);
    for (const key of Object.keys(rooming.days)) {
      const [hotel, visit] = key.split(" ");
      const own = roomingIn(await page(`${path}/rooms/print?hotel=${hotel}&visit=${visit}`), false);
      expect(Object.values(own.lines)).toEqual([rooming.lines[key]]);
    }
    const bus = await page(`${path}/buses/print`);
    return {
      members: await membersAt(true),
      others: await membersAt(false),
      count: currentMembers,
      status,
      figures: {
        members: tab("members"),
        ...(isAny && { rooms: tab("rooms"), buses: tab("buses") }),
      },
      days: (/المغادرة.*?العودة.*?(?=<\/div>|<\/p>)/s.exec(screen)?.[0] ?? "")
        .match(dayPattern)
        ?.slice(0, 2)
        .join(" "),
      manifest: passportsIn(arabic),
      manifestDeparture: headOf(arabic).get("تاريخ المغادرة")?.match(dayPattern)?.[0] ?? null,
      manifestEnglish: rowsIn(english)
        .filter((cells) => passportPattern.test(cells.join(" ")))
        .map(([, title, , , birth, sex, , passport]) => `${title} ${birth} ${sex} ${passport}`),
      manifestSheet: (await sheet(`${path}/manifest/export/xlsx`)).map((row) => row.get("رقم الجواز")),
      passportList: linesIn(await page(`${path}/manifest/export/ssr`)),
      hotels: rooming.days,
      rooming: rooming.lines,
      roomingEnglish: roomingEnglish.lines,
      roomingSheet: (await sheet(`${path}/rooms/export/xlsx`))
        .map((row) => `${row.get("الغرفة") || "–"}: ${row.get("رقم الجواز") || "–"}`)
        .sort(),
      bus: rowsIn(bus)
        .filter((cells) => passportPattern.test(cells.join(" ")))
        .map(([seat, ...others]) => `${seat === "—" ? "–" : seat} ${passportIn(others.join(" "))}`)
        .sort(),
      badges: badgesIn(await page(`${path}/badges/print`)),
      vouchers: vouchersIn(await page(`/contracts/voucher?group=${of.id}`, [200, 409])).filter(
        (one) => one !== ": : ",
      ),
      rooms: roomsIn((await page(`${call}/rooms`)).rooms)
        .map(({ name, lodging, kind, beds, members }) =>
          [lodging, name, kind, beds, ...members.map(passportOf).sort()].join(" "),
        )
        .sort(),
    };
  }

  async function trip() {
    const { id, stages } = at().trip;
    const path = `/trips/management/${id}`;
    const movements: Record<string, string> = {};
    for (const { date } of stages) {
      const [row = []] = rowsIn(await page(`/trips/movements/print?on=${date}`)).slice(1);
      movements[date] = row.slice(-3).join(" ");
    }
    return {
      manifest: passportsIn(await page(`${path}/manifest`)),
      passportList: linesIn(await page(`${path}/manifest/export/ssr`)),
      badges: badgesIn(await page(`${path}/badges/print`)).map((line) => line.split(":")[0]),
      buses: passportsIn(await page(`${path}/buses`)).sort(),
      movements,
    };
  }

  async function readiness() {
    const { readiness } = await page(`/api/campaigns/${at().campaign.id}/readiness`);
    return Object.fromEntries(
      readiness.map(
        (row: { customer_id: number; departure_date: string; return_date: string; stays: Bed[] }) => [
          passportOf(row.customer_id),
          [`${row.departure_date} ${row.return_date}`, ...row.stays.map(bedText).sort()],
        ],
      ),
    );
  }

  async function journey(id: number) {
    const { journeys } = await page(`/api/customers/${id}/overview`);
    return journeys.map((one: Record<string, unknown> & { stays: Bed[] }) => [
      one.id,
      one.travels,
      one.departure_date,
      one.seat,
      ...one.stays.map(bedText).sort(),
    ]);
  }

  /** The rooms of all groups as calls answer them. */
  const rooms = async (): Promise<Answer["body"][]> => {
    const all = [];
    for (const { id } of at().groups) all.push(roomsIn((await page(`/api/groups/${id}/rooms`)).rooms));
    return all;
  };

  /** The ids of the contracts that stand. */
  const standing = async (): Promise<number[]> =>
    (await page("/api/contracts")).contracts
      .flatMap(({ id, status }: { id: number; status: string }) => (status === "cancelled" ? [] : id))
      .sort((one: number, other: number) => one - other);

  return { group, trip, readiness, journey, rooms, standing };
}

type Bed = { hotel_id: number | null; visit: number | null; room: string | null };
const bedText = ({ hotel_id, visit, room }: Bed) => `${hotel_id ?? 0} ${visit ?? 0}: ${room ?? "–"}`;

const englishOf = (hotel: string) => (hotel === "فندق مكة" ? "Makkah Hotel" : "Madinah Hotel");

/** The lines of a passport list from the number to the sex. */
const linesIn = (text: string) =>
  text
    .split("\r\n")
    .filter(Boolean)
    .map((line) => line.split("/").slice(3, 7).join("/"));
