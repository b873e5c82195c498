// The office is measured against this server: node:http alone, which does the same work with the best SQL we know and writes the
// same bytes. It does not render: it fetches an answer of each address from the office first and copies it.
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { createServer, request as send } from "node:http";
import { text } from "node:stream/consumers";
import pg from "pg";
import { receiptFunction } from "./bare-receipt.js";

const { DATABASE_URL, SESSION_SECRET = "", OFFICE = "", COOKIE = "" } = process.env;

const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 12 }); // as many as the office has
pool.on("error", () => {});

const session = {
  name: "session",
  text: `SELECT users.id, username, ARRAY(
      SELECT DISTINCT permissions.name FROM user_roles
      JOIN role_permissions USING (role_id) JOIN permissions ON permissions.id = permission_id
      WHERE user_roles.user_id = users.id) AS permissions
    FROM sessions JOIN users ON users.id = sessions.user_id
    WHERE token_hash = $1 AND expires_at > now() AND is_active`,
};

/** @param {string} matching selects the wanted rows, newest first */
const contractRows = (matching, total = "SELECT sum(count)::int FROM contracts_totals") => `
  SELECT contracts.id, contract_number, customers.name AS customer, campaigns.name AS campaign,
    packages.name AS package, contract_date, total_amount, paid_amount, remaining_amount, code, symbol,
    contracts.status, (${total}) AS total
  FROM (${matching}) wanted JOIN contracts USING (id)
  JOIN customers ON customers.id = customer_id
  JOIN campaigns ON campaigns.id = campaign_id
  JOIN packages ON packages.id = package_id
  JOIN currencies ON currencies.id = contracts.currency_id
  ORDER BY contracts.id DESC`;

const contracts = {
  name: "contracts",
  text: contractRows("SELECT id FROM contracts ORDER BY id DESC LIMIT 25"),
};

/**
 * The contracts of the customers with all these words in their names, in one walk through the index of contracts.
 *
 * @param {string} search
 * @param {string | null} status
 * @returns {pg.QueryConfig}
 */
function searchedContracts(search, status) {
  const words = search.split(" ");
  const named = words.map((_, place) => `split_part(search, E'\\n', 1) LIKE fold($${place + 2})`);
  return {
    name: `contracts of ${words.length} words${status ? " and a status" : ""}`,
    text: `
      WITH matching AS MATERIALIZED (
        SELECT id FROM contracts WHERE ${status ? "status = $1" : "$1::text IS NULL"} AND customer_id = ANY (ARRAY(
          SELECT id FROM customers WHERE ${named.join(" AND ")}))
        UNION SELECT id FROM contracts WHERE contract_number LIKE upper(fold($2)) ${status ? "AND status = $1" : ""})
      ${contractRows("SELECT id FROM matching ORDER BY id DESC LIMIT 25", "SELECT count(*)::int FROM matching")}`,
    values: [status, ...words.map((word) => `%${word}%`)],
  };
}

const contractFigures = {
  name: "contract figures",
  text: `
    SELECT sum(count)::int AS count,
      sum(total_amount * exchange_rate) FILTER (WHERE status <> 'cancelled') AS total,
      sum(paid_amount * exchange_rate) FILTER (WHERE status <> 'cancelled') AS paid,
      (SELECT symbol FROM currencies WHERE is_default),
      (SELECT json_agg(json_build_object('id', id, 'name', name) ORDER BY id DESC) FROM campaigns) AS campaigns
    FROM contracts_totals JOIN currencies ON currencies.id = currency_id`,
};

const receipts = {
  name: "receipts",
  text: `
    SELECT receipts.id, receipt_number, customers.name AS customer, contract_number, amount, currencies.code,
      remaining_amount, contract_currencies.code AS contract_code, payment_method, accounts.name AS account, date,
      receipts.status, (SELECT sum(count)::int FROM receipt_vouchers_totals) AS total
    FROM (SELECT * FROM receipt_vouchers ORDER BY id DESC LIMIT 25) receipts
    JOIN customers ON customers.id = receipts.customer_id
    JOIN currencies ON currencies.id = receipts.currency_id
    JOIN accounts ON accounts.id = account_id
    JOIN users ON users.id = received_by
    LEFT JOIN contracts ON contracts.id = contract_id
    LEFT JOIN currencies contract_currencies ON contract_currencies.id = contracts.currency_id
    ORDER BY receipts.id DESC`,
};

const receiptFigures = {
  name: "receipt figures",
  text: `
    SELECT sum(amount * exchange_rate) AS total, sum(count)::int AS count,
      sum(amount * exchange_rate) FILTER (WHERE month = date_trunc('month', now())) AS month,
      (SELECT symbol FROM currencies WHERE is_default)
    FROM receipt_vouchers_totals JOIN currencies ON currencies.id = currency_id WHERE status = 'confirmed'`,
};

const takeReceipt = { name: "take receipt", text: "SELECT bench_take_receipt($1, $2, $3, $4) AS receipt" };

/** @param {URLSearchParams} params */
function contractsOf(params) {
  const search = params.get("search");
  return search ? searchedContracts(search, params.get("status")) : contracts;
}

/** @type {Record<string, (params: URLSearchParams) => [permission: string, ...statements: pg.QueryConfig[]]>} */
const screens = {
  "/contracts": (params) => ["manage_contracts", contractsOf(params), contractFigures],
  "/api/contracts": (params) => ["manage_contracts", contractsOf(params)],
  "/financial/receipts": () => ["manage_financials", receipts, receiptFigures],
};

/**
 * The session's user, from the cookie that the office signed.
 *
 * @param {string} [cookies]
 * @returns {Promise<{ id: number, permissions: string[] } | undefined>}
 */
async function userOf(cookies = "") {
  const signed = decodeURIComponent(/office_session=([^;]*)/.exec(cookies)?.[1] ?? "");
  const dot = signed.lastIndexOf(".");
  const value = signed.slice(0, dot);
  const expected = createHmac("sha256", SESSION_SECRET).update(value).digest();
  const given = Buffer.from(signed.slice(dot + 1), "base64");
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const token = JSON.parse(Buffer.from(value, "base64").toString());
  const { rows } = await pool.query({
    ...session,
    values: [createHash("sha256").update(token).digest("hex")],
  });
  return rows[0];
}

/** @type {Map<string, Promise<{ headers: string[], body: Buffer }>>} the office's own answers, byte for byte */
const answers = new Map();
const ofTheLine = ["Transfer-Encoding", "Connection", "Keep-Alive", "Date"];

/** @param {string} path @returns {Promise<{ headers: string[], body: Buffer }>} */
const capture = (path) =>
  new Promise((done, fail) => {
    const headers = { Cookie: COOKIE, "Accept-Encoding": "gzip" };
    const asked = send(OFFICE + path, { headers }, async (answer) => {
      const headers = answer.rawHeaders.filter((_, at, all) => !ofTheLine.includes(all[at - (at % 2)] ?? ""));
      done({ headers, body: Buffer.concat(await answer.toArray()) });
    });
    asked.on("error", fail).end();
  });

await pool.query(receiptFunction);

const server = createServer(async (request, response) => {
  const url = new URL(request.url ?? "", "http://localhost");
  const user = await userOf(request.headers.cookie);
  if (!user) return response.writeHead(401).end();
  if (request.method === "POST") {
    const isForm = url.pathname === "/financial/receipts/new";
    const sent = await text(request);
    const content = isForm ? JSON.stringify(Object.fromEntries(new URLSearchParams(sent))) : sent;
    if (!user.permissions.includes("manage_financials")) return response.writeHead(403).end();
    const hash = createHash("sha256").update(content).digest("hex");
    const key = request.headers["idempotency-key"];
    const { rows } = await pool.query({ ...takeReceipt, values: [user.id, key, hash, content] });
    if (isForm)
      return response.writeHead(302, { Location: "/financial/receipts", "Content-Length": 0 }).end();
    const answer = JSON.stringify({ receipt_voucher: rows[0].receipt });
    response
      .writeHead(201, {
        "Content-Type": "application/json; charset=utf-8",
        "Cache-Control": "private, no-store",
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "same-origin",
        Vary: "Accept-Encoding",
        "Content-Length": Buffer.byteLength(answer),
      })
      .end(answer);
    return;
  }
  const [permission = "", ...statements] = screens[url.pathname]?.(url.searchParams) ?? [];
  if (!user.permissions.includes(permission)) return response.writeHead(403).end();
  await Promise.all(statements.map((statement) => pool.query(statement)));
  const path = request.url ?? "";
  const answer = answers.get(path) ?? capture(path);
  answers.set(path, answer);
  const { headers, body } = await answer;
  response.writeHead(200, [...headers, "Content-Length", String(body.length)]).end(body);
});

server.listen(0, "127.0.0.1", () => process.send?.({ port: Object(server.address()).port }));
