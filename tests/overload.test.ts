import { connect, type Socket } from "node:net";
import { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { isOpen } from "./support/app";
import { signIn } from "./support/client";
import { makeCurrency, makeCustomer } from "./support/factories";
import { residentMegabytes } from "./support/memory";
import { useOffice } from "./support/office";
import { head, sendRaw } from "./support/raw";
import { waitingIn } from "./support/waiting";

/* More load than the office is made for: it refuses at once, keeps its memory bounded, and serves the rest. */

const { office, client: manager } = useOffice({ env: { TRUST_PROXY: "1" } }); // processes of its own, whose memory is measured

beforeAll(async () => {
  await office.knex.raw(
    "INSERT INTO customers (name, phone) SELECT 'عميل رقم ' || n, '05' || n FROM generate_series(1, 20000) n",
  );
  await warm();
});

const memory = () => residentMegabytes(office.app.pid());

/** After it the heap's young generation is as large as it gets: tens of MB that no request holds. */
async function warm() {
  for (let round = 0; round < 30; round++)
    await Promise.all(Array.from({ length: 10 }, () => manager.get("/customers")));
}

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** This many connections, each of which sends these bytes and reads only the beginning of the answer. */
function openLines(count: number, sent: string) {
  const { hostname, port } = new URL(office.url);
  return Array.from({ length: count }, () => {
    const socket = connect(Number(port), hostname).on("error", () => {});
    socket.write(sent);
    sockets.push(socket);
    return socket;
  });
}

/** The status of each connection's answer; undefined while there is none. */
const statuses = (lines: Socket[]) =>
  lines.map((line) => Number((line.read() as Buffer | null)?.subarray(9, 12).toString()) || undefined);

const expectAlive = async () => expect(await isOpen(office.url)).toBe(true);

describe("a thousand strangers who send and never finish", () => {
  const form = { "Content-Type": "application/x-www-form-urlencoded", Connection: "keep-alive" };
  const mebi = 1024 * 1024;

  test.each([
    ["with its length", head("POST", "/login", { ...form, "Content-Length": mebi }), "x".repeat(mebi / 2)],
    [
      "a chunk at a time",
      head("POST", "/login", { ...form, "Transfer-Encoding": "chunked" }),
      `3a98\r\n${"x".repeat(15_000)}\r\n`,
    ],
    [
      "by call",
      head("POST", "/api/auth/login", { "Content-Type": "application/json", "Content-Length": mebi }),
      "{",
    ],
  ])("%s hold no memory to speak of", async (_, start, body) => {
    const before = memory();
    const pid = office.app.pid();
    openLines(1000, start + body);
    await pause(3000);
    await expectAlive();
    expect(memory() - before).toBeLessThan(150);
    expect(office.app.pid()).toBe(pid);
  });
});

describe("bodies of strangers from many addresses", () => {
  const form = { "Content-Type": "application/x-www-form-urlencoded", "Content-Length": 900 };
  const invented = { ...form, Cookie: "office_session=InZpc2l0b3Ii.c2lnbmF0dXJl" };

  test.each([
    ["to the login", "/login", form],
    ["with a session that they invented", "/customers/new", invented],
    ["that are refused before they are read", "/api/customers", { ...invented, "Content-Length": 300_000 }],
  ])(
    "hold no more than a hundred open together, and keep nobody from a login: %s",
    async (_, path, headers) => {
      const lines = Array.from({ length: 130 }, (_, n) =>
        openLines(
          1,
          `${head("POST", path, { ...headers, Connection: "keep-alive", "X-Forwarded-For": `10.0.0.${n}` })}username=`,
        ),
      ).flat();
      const isGone = (line: Socket) => line.destroyed || line.readableEnded || line.closed;
      for (const line of lines) line.resume();
      await expect.poll(() => lines.filter(isGone).length).toBe(30);
      expect(lines.slice(0, 30).every(isGone)).toBe(true); // those that came first
      await signIn(office.url);
      expect((await manager.post("/api/customers", { name: "وصل", phone: "0501" })).status).toBe(201);
      expect((await manager.get("/customers")).status).toBe(200);
    },
  );

  test("fill no memory that users need", async () => {
    const start = head("POST", "/customers/new", {
      ...invented,
      "Content-Length": 400_000,
      Connection: "keep-alive",
    });
    for (let address = 0; address < 8; address++)
      for (let count = 0; count < 12; count++)
        openLines(
          1,
          start.replace("Host:", `X-Forwarded-For: 198.51.100.${address}\r\nHost:`) + "x".repeat(300_000),
        );
    await pause(500);
    expect((await manager.post("/api/customers", { name: "وصل", phone: "0502" })).status).toBe(201);
    expect((await manager.submit("/customers/new", { name: "هدى صالح", phone: "0503" })).status).toBe(302);
    await signIn(office.url);
  });
});

test.each([
  ["/login", "text/html"],
  ["/login/code", "text/html"],
  ["/login.data", "text/html"],
  ["/api/auth/login", "application/json"],
])("a login that says that it is too large is refused at once, without a page: %s", async (path, type) => {
  const body = "x".repeat(17 * 1024);
  const answer = await sendRaw(office.url, head("POST", path, { "Content-Length": body.length }) + body);
  expect([answer.status, answer.head]).toEqual([413, expect.stringContaining(`Content-Type: ${type}`)]);
  expect(answer.body).toContain("حجم البيانات المرسلة أكبر من المسموح");
  expect(answer.body).not.toContain("<form");
  expect(answer.body.length).toBeLessThan(500);
});

describe("of a body that is refused at once no more is taken than the line itself holds", () => {
  const whole = 64 * 1024 * 1024;
  const chunk = "x".repeat(64 * 1024);

  /** Sends until the end, also after the answer, as long as the connection accepts it. */
  async function sendOn(path: string, from: string) {
    const { hostname, port } = new URL(office.url);
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true }).on("error", () => {});
    const closed = new Promise((resolve) => socket.once("close", resolve));
    const first = new Promise<string>((resolve) => socket.once("data", (part) => resolve(String(part))));
    const headers = { "Content-Length": whole, "Content-Type": "application/json", "X-Forwarded-For": from };
    socket.write(head("POST", path, { ...headers, Connection: "keep-alive" }));
    Readable.from(Array(whole / chunk.length).fill(chunk)).pipe(socket);
    const answer = await first;
    await closed;
    return { answer, taken: socket.bytesWritten };
  }

  test.each([
    ["of a login that is too large", "/api/auth/login", 0, 413],
    ["where bodies are too many", "/api/customers", 25, 503],
  ])("%s", async (_, path, others, status) => {
    const from = `10.1.0.${others}`;
    const form = { "Content-Type": "application/x-www-form-urlencoded", "Content-Length": 900 };
    const lines = openLines(
      others,
      `${head("POST", "/login", { ...form, "X-Forwarded-For": from })}username=`,
    );
    await expect
      .poll(() => lines.filter(({ readableLength }) => readableLength > 0).length)
      .toBe(others && 5);
    const { answer, taken } = await sendOn(path, from);
    expect(answer).toContain(`HTTP/1.1 ${status} `);
    expect(answer).toContain("Connection: close");
    expect(taken).toBeLessThan(whole / 4);
  });
});

test("strangers who send a byte now and then keep nobody from reading, and are cut off", async () => {
  const form = { "Content-Type": "application/x-www-form-urlencoded", "Content-Length": 9000 };
  const lines = openLines(500, `${head("POST", "/login", form)}username=`);
  const drip = setInterval(() => {
    for (const line of lines) if (line.writable) line.write("x");
  }, 2000);
  try {
    await pause(2000);
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all(["/customers", "/login", "/api/customers?page=1"].map(manager.get));
      expect(answers.map(({ status }) => status)).toEqual([200, 302, 200]);
      await pause(500);
    }
    await expect.poll(() => lines.every((line) => line.readableLength > 0)).toBe(true);
    expect(new Set(statuses(lines))).toEqual(new Set([400, 503]));
  } finally {
    clearInterval(drip);
  }
});

test("a thousand whole lists that nobody reads: some are begun, the others told to come again, at once", async () => {
  const before = memory();
  const pid = office.app.pid();
  const lines: Socket[] = [];
  // A listener queues 511 new connections; others wait until TCP tries again, up to a minute later.
  for (let half = 0; half < 2; half++) {
    lines.push(...openLines(500, head("GET", "/api/customers", { Cookie: manager.cookie })));
    await expect.poll(() => lines.every((line) => line.readableLength > 0)).toBe(true);
  }
  await expectAlive();
  const answered = statuses(lines);
  expect(new Set(answered)).toEqual(new Set([200, 503]));
  expect(answered.filter((status) => status === 200).length).toBeLessThanOrEqual(24);
  expect(memory() - before).toBeLessThan(250);
  expect(office.app.pid()).toBe(pid);

  const refused = await manager.get("/api/customers");
  expect([refused.status, refused.headers.get("Retry-After")]).toEqual([503, "5"]);
  expect(refused.body.message).toMatch(/[\u0600-\u06FF]/);
  expect((await manager.get("/api/customers?page=1")).status).toBe(200);
  for (const socket of sockets) socket.destroy();
  await expect.poll(async () => (await manager.get("/api/customers")).status).toBe(200);
});

test("a row that is held for long makes those wait who write it, and nobody else", async () => {
  const currency = await makeCurrency(office.knex, "SAR", "1", { is_default: true });
  const customer_id = await makeCustomer(office.knex);
  const { body } = await manager.post("/api/cash-boxes", { name: "الصندوق", currency_code: "SAR" });
  const voucher = {
    customer_id,
    currency_id: currency,
    amount: 10,
    payment_method: "cash",
    cash_box_id: body.cash_box.id,
    date: "2026-11-01",
    description: "دفعة",
  };
  const held = await office.knex.transaction();
  await held("accounts").where({ id: body.cash_box.id }).forUpdate().first();
  try {
    const waiting = Array.from({ length: 200 }, () => manager.post("/api/receipt-vouchers", voucher));
    await expect.poll(() => waitingIn(office.knex)).toBeGreaterThan(0);
    for (let round = 0; round < 10; round++) {
      const pages = await Promise.all(
        ["/customers", "/contracts", "/api/customers?page=1", "/healthz"].map(manager.get),
      );
      expect(pages.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      await pause(200);
    }
    const refused = await Promise.all(waiting);
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]));
  } finally {
    await held.rollback();
  }
  expect((await manager.post("/api/receipt-vouchers", voucher)).status).toBe(201);
  expect((await manager.get("/api/receipt-vouchers")).body.receipt_vouchers).toHaveLength(1);
});
