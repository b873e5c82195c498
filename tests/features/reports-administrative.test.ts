import { describe, expect, test } from "vitest";
import { settableClock } from "../support/clock";
import { useOffice } from "../support/office";
import { lastYear, realDay, thisYear, useAdministrativeReports } from "../support/reports-administrative";

/* Every figure is computed by hand from the data of `useAdministrativeReports`, made by real requests at the office's own time. */

const clock = settableClock();
const { office, client } = useOffice({ env: clock.env });

const { read } = useAdministrativeReports(office, client, clock);

describe("campaigns", () => {
  test("have their seats as they are now, and the net sales of the period", async () => {
    const { tables, figures } = await read("campaigns", thisYear);
    expect(tables.get("الحملات")).toEqual([
      ["الشتاء", "نشطة", "20", "0", "0%", "20", "0", "0.00"],
      ["الصيف", "نشطة", "10", "2", "20%", "8", "2", "650.81"],
      ["رمضان", "نشطة", "7", "5", "71%", "2", "4", "1,125.40"],
      ["المجموع", "", "37", "7", "19%", "30", "6", "1,776.22"],
    ]);
    expect(figures).toMatchObject({
      "العقود الموقعة": "6",
      "صافي المبيعات": "1,776.22 $",
      "الحملات النشطة": "3",
      إشغالها: "19%",
    });
  });

  test("tell a long period by months and a short one by days, in the office's time", async () => {
    const months = (await read("campaigns", thisYear)).tables.get("المبيعات شهرًا بشهر");
    expect(months?.[0]).toEqual(["2026-04", "3", "1", "1,050.81", "-325.41", "725.40"]);
    expect(months?.slice(-2)).toEqual([
      ["2026-11 (إلى 10)", "3", "0", "1,050.81", "0.00", "1,050.81"],
      ["المجموع", "6", "1", "2,101.63", "-325.41", "1,776.22"],
    ]);
    expect(months?.slice(1, -2).map(([month, count]) => `${month} ${count}`)).toEqual(
      ["05", "06", "07", "08", "09", "10"].map((month) => `2026-${month} 0`),
    );
    const days = (await read("campaigns", { from: "2026-03-30", to: "2026-04-02" })).tables.get(
      "المبيعات يومًا بيوم",
    );
    expect(days?.map(([day, count]) => `${day} ${count}`)).toEqual([
      "2026-03-30 0",
      "2026-03-31 0",
      "2026-04-01 3",
      "2026-04-02 0",
      "المجموع 3",
    ]);
  });

  test("are of this year so far where no period is asked for, and of all time where both ends are open", async () => {
    const signed = async (more: object) => (await read("campaigns", more)).figures["العقود الموقعة"];
    expect([
      await signed({}),
      await signed({ from: "", to: "" }),
      await signed({ from: "", to: "2025-12-31" }),
    ]).toEqual(["6", "9", "3"]);
  });

  test("have the seats that are held now, where there are any", async () => {
    const campaign_id = (await office.knex("campaigns").where({ name: "الصيف" }).first("id")).id;
    const hold = {
      campaign_id,
      name: "طالب",
      phone: "0777000222",
      seats: 3,
      until: `${realDay(1)}T09:00:00Z`,
    };
    expect((await client.post("/api/holds", hold)).status).toBe(201);
    const { tables } = await read("campaigns", thisYear);
    expect(tables.get("الحملات")?.map((row) => row.slice(0, -2))).toEqual([
      ["الشتاء", "نشطة", "20", "0", "0%", "0", "20"],
      ["الصيف", "نشطة", "10", "2", "20%", "3", "5"],
      ["رمضان", "نشطة", "7", "5", "71%", "0", "2"],
      ["المجموع", "", "37", "7", "19%", "3", "27"],
    ]);
  });
});

describe("customers", () => {
  test("are new or returning once, whatever they signed; who cancelled has not signed", async () => {
    const { figures, tables } = await read("customers", thisYear);
    expect(figures).toEqual({ "وقّعوا في الفترة": "4", جدد: "3", عائدون: "1", "نسبة الاحتفاظ": "50%" });
    expect(tables.get("الجدد والعائدون")).toEqual([
      ["جدد", "3", "75%"],
      ["عائدون", "1", "25%"],
      ["المجموع", "4", "100%"],
    ]);
    expect(tables.get("الاحتفاظ بالعملاء")).toEqual([
      ["وقّعوا قبل بداية الفترة", "2", "100%"],
      ["وقّعوا منهم مرة أخرى فيها", "1", "50%"],
    ]);
    const first = await read("customers", lastYear);
    expect(first.figures).toEqual({ "وقّعوا في الفترة": "2", جدد: "2", عائدون: "0", "نسبة الاحتفاظ": "—" });
  });

  test("by nationality, age at the period's end and sex; what is not recorded is named", async () => {
    const { tables } = await read("customers", thisYear);
    const sums = ["المجموع", "4", "100%", "1"];
    expect(tables.get("بحسب الجنسية")).toEqual([
      ["اليمن", "2", "50%", "1"],
      ["مصر", "1", "25%", "0"],
      ["غير معروف", "1", "25%", "0"],
      sums,
    ]);
    expect(tables.get("بحسب العمر")).toEqual([
      ["أقل من 18", "1", "25%", "0"],
      ["من 18 إلى 29", "1", "25%", "1"],
      ["من 30 إلى 44", "0", "0%", "0"],
      ["من 45 إلى 59", "0", "0%", "0"],
      ["من 60 إلى 69", "0", "0%", "0"],
      ["70 فأكثر", "1", "25%", "0"],
      ["غير معروف", "1", "25%", "0"],
      sums,
    ]);
    expect(tables.get("بحسب الجنس")).toEqual([
      ["ذكر", "1", "25%", "1"],
      ["أنثى", "2", "50%", "0"],
      ["غير معروف", "1", "25%", "0"],
      sums,
    ]);
    const aDayLater = await read("customers", { ...thisYear, to: "2026-11-11" });
    expect(aDayLater.tables.get("بحسب العمر")?.map(([, count]) => count)).toEqual([
      "0",
      "1",
      "1",
      "0",
      "0",
      "1",
      "1",
      "4",
    ]);
  });
});

test("services are told by the packages, contracts and pilgrims that need them", async () => {
  const { tables, figures } = await read("services", thisYear);
  expect(tables.get("الفنادق")).toEqual([
    ["فندق قريب", "مكة", "2", "5", "4"],
    ["فندق بعيد", "مكة", "1", "0", "0"],
    ["المجموع", "", "", "5", ""],
  ]);
  expect(tables.get("النقل")?.[0]).toEqual(["نقل", "كبيرة", "1", "2", "2"]);
  expect(tables.get("الإعاشة")?.[0]).toEqual(["مطبخ", "كاملة", "1", "2", "2"]);
  expect(figures).toEqual({
    "العقود القائمة": "5",
    "الفنادق في الباقات": "2",
    "النقل في الباقات": "1",
    "الإعاشة في الباقات": "1",
  });
});
