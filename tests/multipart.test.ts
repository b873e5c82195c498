import { beforeAll, describe, expect, test } from "vitest";
import { uncompressed } from "./support/client";
import { useOffice } from "./support/office";
import { head, sendRaw } from "./support/raw";

/* Every multipart body ends in an answer, however it is cut or changed; none ends the server and none is a 500. */

const { office, client: manager } = useOffice({ isFaultless: true });
let pid: number;

beforeAll(async () => {
  pid = office.app.pid();
});

const type = "multipart/form-data; boundary=x";
const whole = Buffer.from(
  [
    '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nسعاد\r\n',
    '--x\r\nContent-Disposition: form-data; name="phone"\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n0501\r\n',
    '--x\r\nContent-Disposition: form-data; name="image"; filename="أ.png"\r\nContent-Type: image/png\r\n\r\n\x89PNG\r\n',
    "--x--\r\n",
  ].join(""),
);
const addresses = ["/login", "/api/auth/login", "/customers/new", "/customers/new.data", "/api/customers"];
const refusals = [200, 201, 202, 302, 400, 401, 409, 413, 415, 422, 429];

async function post(path: string, body: Buffer) {
  const answer = await fetch(office.url + path, {
    method: "POST",
    redirect: "manual",
    headers: {
      ...uncompressed,
      "Content-Type": type,
      ...(!path.includes("login") && { Cookie: manager.cookie }),
    },
    body: body as BodyInit,
  });
  await answer.arrayBuffer();
  return answer.status;
}

/**
 * Sends every body to every address, some at a time, and expects that each is answered, and by no fault. Of many bodies
 * that differ by where they are bent, each goes to every other address.
 */
async function expectAnswers(bodies: Buffer[]) {
  const sends = bodies.flatMap((body, number) =>
    addresses
      .filter((_, index) => bodies.length === 1 || (index + number) % 2 === 0)
      .map((path) => ({ path, body })),
  );
  const bad: unknown[] = [];
  const one = async () => {
    for (let next = sends.pop(); next; next = sends.pop()) {
      const { path, body } = next;
      const status = await post(path, body).catch(String);
      if (!refusals.includes(status as number)) bad.push({ path, status, body: body.toString("latin1") });
    }
  };
  await Promise.all(Array.from({ length: 8 }, one));
  expect(bad.slice(0, 3)).toEqual([]);
  expect(office.app.pid()).toBe(pid);
}

const everyByte = <T>(work: (at: number) => T) => Array.from(whole, (_, at) => work(at));
const replaced = (at: number, length: number, by: string) =>
  Buffer.concat([whole.subarray(0, at), Buffer.from(by, "latin1"), whole.subarray(at + length)]);

describe("a multipart body", () => {
  test("cut at any byte", () => expectAnswers(everyByte((at) => whole.subarray(0, at))));

  test("without one of its bytes", () => expectAnswers(everyByte((at) => replaced(at, 1, ""))));

  test("with any byte made another", () =>
    expectAnswers(everyByte((at) => replaced(at, 1, '\0"\r\n-;=\xff'[at % 8] as string))));

  test("with a line, a boundary or an end in the midst of it", () =>
    expectAnswers(
      everyByte((at) => replaced(at, 0, ["\r\n", "--x", "\r\n--x--\r\n", "\r\n\r\n"][at % 4] as string)),
    ));

  test.each([
    ['--x\r\nContent-Disposition: form-data; name="a"; filename="a"\r\n\r\nhello'],
    [
      '--x\r\nContent-Disposition: form-data; name="a"\r\nContent-Type: text/plain; charset=bogus\r\n\r\nb\r\n--x--\r\n',
    ],
    ['\r\n--x--\r\n--x\r\n--x\r\nContent-Disposition:form-data;="";filename="g"\r\ne:\r\n\r\nP'],
    ["--x"],
    ["--x--"],
    ["--x\r\n\r\n\r\n--x--"],
    [`--x\r\n${"A: b\r\n".repeat(1500)}\r\n\r\nv\r\n--x--`],
  ])("%j", (body) => expectAnswers([Buffer.from(body)]));

  test("whose line breaks in the midst of it", async () => {
    const lengths = everyByte((at) => at).filter((at) => at % 7 === 0);
    await Promise.all(
      lengths.map(async (length) => {
        const path = addresses[length % addresses.length] as string;
        const Cookie = path.includes("login") ? "" : manager.cookie;
        const start = head("POST", path, { "Content-Type": type, "Content-Length": whole.length, Cookie });
        const broken = async function* () {
          yield start;
          yield whole.subarray(0, length);
        };
        await sendRaw(office.url, broken(), { end: true });
      }),
    );
    expect(await post("/api/customers", whole)).toBe(422); // which is no picture
    expect(office.app.pid()).toBe(pid);
  });

  test("whose sender falls silent is answered, and its line closed", async () => {
    const answers = await Promise.all(
      addresses.map((path) => {
        const Cookie = path.includes("login") ? "" : manager.cookie;
        const headers = {
          "Content-Type": type,
          "Content-Length": whole.length,
          Cookie,
          Connection: "keep-alive",
        };
        return sendRaw(office.url, head("POST", path, headers) + whole.subarray(0, 60));
      }),
    );
    expect(answers.map(({ status }) => status)).toEqual([400, 415, 400, 400, 400]);
  });
});

test("a form whose picture is far too large comes back as it was typed, with the sentence at the picture", async () => {
  const answer = await manager.submit("/customers/new", {
    idempotency_key: "k",
    name: "سعاد بنت ناصر",
    phone: "0501234567",
    image: new File([Buffer.alloc(20 * 1024 * 1024)], "large.jpg", { type: "image/jpeg" }),
  });
  expect(answer.status).toBe(413);
  expect(answer.body).toContain("حجم الصورة أكبر من 10 ميغابايت");
  expect(answer.body).toContain('value="سعاد بنت ناصر"');
});

describe("a login", () => {
  const fields = (extra: number) => `username=manager&password=${"x".repeat(extra)}`;
  const send = (path: string, body: string, sent: string) =>
    fetch(office.url + path, { method: "POST", headers: { "Content-Type": sent }, body });

  test.each([
    ["/login", "application/x-www-form-urlencoded", fields],
    ["/api/auth/login", "application/json", (extra: number) => `{"username":"${"x".repeat(extra)}"}`],
    [
      "/login",
      type,
      (extra: number) =>
        `--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n${"x".repeat(extra)}\r\n--x--`,
    ],
  ])("by %s as %s has 16 KB at the most", async (path, sent, body) => {
    expect((await send(path, body(17 * 1024), sent)).status).toBe(413);
    expect((await send(path, body(15 * 1024), sent)).status).toBe(422);
  });

  test("takes no file", async () => {
    const file =
      '--x\r\nContent-Disposition: form-data; name="username"; filename="a"\r\n\r\nmanager\r\n--x--\r\n';
    expect((await send("/login", file, type)).status).toBe(415);
  });
});
