import { connect } from "node:net";
import { beforeAll, describe, expect, test } from "vitest";
import { customersOf } from "../support/customers";
import { residentMegabytes } from "../support/memory";
import { useOffice } from "../support/office";
import { head } from "../support/raw";

const { office, client } = useOffice({ isBusy: true });

const { create } = customersOf(client);

describe("a list of 30,000", () => {
  const total = 30_000;
  const memory = () => residentMegabytes(office.app.pid());

  beforeAll(async () => {
    await office.knex("customers").delete();
    await office.knex.raw(
      `INSERT INTO customers (name, phone, national_id, address, status)
       SELECT 'عميل رقم ' || n || ' اسم طويل', '05' || n, 'N' || n, repeat('عنوان طويل', 100),
              CASE WHEN n % 10 = 0 THEN 'inactive' ELSE 'active' END
       FROM generate_series(1, ?) n`,
      [total],
    );
    await office.knex.raw("ANALYZE customers"); // as autovacuum does a moment later
  });

  test("comes in pages, newest first, with its exact total", async () => {
    const ids: number[] = await office.knex("customers").orderBy("id", "desc").pluck("id");
    const page = async (query: string) => {
      const { body } = await client.get(`/api/customers?${query}`);
      return { ...body, customers: body.customers.map(({ id }: { id: number }) => id) };
    };
    expect(await page("page=1")).toEqual({ customers: ids.slice(0, 25), total, page: 1, per_page: 25 });
    expect(await page("page=3&per_page=200")).toEqual({
      customers: ids.slice(400, 600),
      total,
      page: 3,
      per_page: 200,
    });
    expect(await page("per_page=7")).toEqual({ customers: ids.slice(0, 7), total, page: 1, per_page: 7 });
    expect(await page("page=1200")).toEqual({ customers: ids.slice(-25), total, page: 1200, per_page: 25 });
    expect(await page("page=1201")).toEqual({ customers: [], total, page: 1201, per_page: 25 });
    expect(await page("page=1&status=inactive")).toMatchObject({ total: 3000 });
    expect(await page(`page=1&search=${encodeURIComponent("رقم 2999")}`)).toMatchObject({ total: 13 });
    expect(await page(`page=99&search=${encodeURIComponent("رقم 2999")}`)).toMatchObject({
      total: 13,
      customers: [],
    });
  });

  test("a search that more than ten thousand match is counted no further, and read to its end", async () => {
    const ids: number[] = await office.knex("customers").orderBy("id", "desc").pluck("id");
    const search = `search=${encodeURIComponent("رقم")}`;
    for (const page of [1, 2, 400, 401, 900, 1200, 1201]) {
      const { body } = await client.get(`/api/customers?page=${page}&${search}`);
      expect(body).toMatchObject({ total: 10_000, total_capped: true, page });
      expect(body.customers.map(({ id }: { id: number }) => id)).toEqual(
        ids.slice(page * 25 - 25, page * 25),
      );
    }
    const { body: exact } = await client.get(`/api/customers?page=1&status=inactive&${search}`);
    expect(exact).toMatchObject({ total: 3000 });
    expect(exact).not.toHaveProperty("total_capped");

    const screen = async (page: number) => {
      const { body } = await client.get(`/customers?${search}&page=${page}`);
      const nav = /<nav class="pages".*?<\/nav>/s.exec(body)?.[0] ?? "";
      return {
        text: nav.replace(/<!-- -->|<[^>]*>/g, ""),
        next: nav.includes('rel="next"'),
        last: nav.includes("الأخيرة"),
      };
    };
    expect(await screen(1)).toEqual({
      text: "من 1 إلى 25، الإجمالي أكثر من 10,000التالية",
      next: true,
      last: false,
    });
    expect(await screen(401)).toMatchObject({
      text: expect.stringContaining("من 10,001 إلى 10,025،"),
      next: true,
    });
    expect(await screen(1201)).toMatchObject({
      text: expect.stringContaining("لا سجلات في هذه الصفحة"),
      next: false,
    });
  });

  test("a search whose matches are the oldest reads past the newest", async () => {
    const found: number[] = await office
      .knex("customers")
      .where("national_id", "like", "N1%")
      .orderBy("id", "desc")
      .pluck("id");
    expect(found.length).toBeGreaterThan(11_000);
    for (const page of [1, 420, 440]) {
      const { body } = await client.get(`/api/customers?page=${page}&search=N1`);
      expect(body).toMatchObject({ total: 10_000, total_capped: true });
      expect(body.customers.map(({ id }: { id: number }) => id)).toEqual(
        found.slice(page * 25 - 25, page * 25),
      );
    }
  });

  test("counts right while rows come and go", async () => {
    const counted = async () => (await client.get("/api/customers?page=1&per_page=1")).body.total;
    const created = await Promise.all(Array.from({ length: 10 }, () => create()));
    expect(await counted()).toBe(total + 10);
    await client.put(`/api/customers/${created[0].id}`, { status: "inactive" });
    expect((await client.get("/api/customers?page=1&status=inactive")).body.total).toBe(3001);
    await Promise.all(created.map(({ id }) => client.delete(`/api/customers/${id}`)));
    expect(await counted()).toBe(total);
  });

  test("comes whole, in bounded memory, by call and as files", async () => {
    await client.get("/api/customers?page=1");
    const before = memory();
    const whole = async () => {
      const { status, body } = await client.send("GET", "/api/customers", {
        headers: { "Accept-Encoding": "gzip" },
      });
      expect(status).toBe(200);
      const ids = new Set(body.customers.map(({ id }: { id: number }) => id));
      expect(ids.size).toBe(total);
      expect(body.customers[0].id).toBe(Math.max(...(ids as Set<number>)));
      expect(Object.keys(body)).toEqual(["customers"]);
    };
    const file = async (format: string) => {
      const answer = await fetch(`${office.url}/customers/export/${format}`, {
        headers: { Cookie: client.cookie },
      });
      return Buffer.from(await answer.arrayBuffer());
    };
    let most = 0;
    const watch = setInterval(() => {
      most = Math.max(most, memory());
    }, 20);
    const [csv, xlsx] = await Promise.all([file("csv"), file("xlsx"), whole(), whole()]).finally(() =>
      clearInterval(watch),
    );
    expect(csv.toString().split("\r\n")).toHaveLength(total + 2); // its heading line, and after the last line break
    expect(xlsx.lastIndexOf("PK\x05\x06")).toBe(xlsx.length - 22); // complete: the end mark of an archive
    expect(most - before).toBeLessThan(250); // a workbook that is held in memory takes 600 MB
  });

  test("comes whole of a search too", async () => {
    const name = encodeURIComponent("رقم");
    const { body: page } = await client.get(`/api/customers?page=1&search=${name}`);
    expect(page).toMatchObject({ total: 10_000, total_capped: true });
    const { body } = await client.get(`/api/customers?search=${name}`);
    const ids: number[] = body.customers.map(({ id }: { id: number }) => id);
    expect(new Set(ids).size).toBe(total);
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  });

  test("is not kept for readers who stand still, or have gone, plain or compressed", async () => {
    const before = memory();
    const { hostname, port } = new URL(office.url);
    const sockets = ["identity", "gzip", "br"].flatMap((encoding) =>
      Array.from({ length: 8 }, () => {
        const socket = connect(Number(port), hostname).on("error", () => {});
        socket.write(head("GET", "/api/customers", { Cookie: client.cookie, "Accept-Encoding": encoding }));
        return socket.pause();
      }),
    );
    await new Promise((resolve) => setTimeout(resolve, 3000));
    expect(memory() - before).toBeLessThan(250); // together they would take 1.4 GB
    for (const socket of sockets) socket.destroy();
    expect((await client.get("/api/customers?page=1")).body.total).toBe(total);
  });
});
