import type { Knex } from "knex";
import { expect, test } from "vitest";
import { openCalendar } from "../../seeds/demo/calendar";

const knex = (minute: number) =>
  ({ raw: async () => ({ rows: [{ today: "2026-11-29", minute }] }) }) as unknown as Knex;

test.each([1, 400, 776, 777, 1439])(
  "the demo's moments keep their order when it is %i minutes past midnight",
  async (minute) => {
    const { instant } = await openCalendar(knex(minute));
    const moments = [400, 700, 776, 777, 778, 1200, 1500].map((at) => instant({ daysAgo: 0, minute: at }));
    expect(moments).toEqual(moments.toSorted());
    expect(new Set(moments).size).toBe(moments.length);
    const now = `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
    expect(moments.filter((moment) => moment.slice(11, 19) > `${now}:00`)).toEqual([]);
  },
);
