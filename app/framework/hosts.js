import pg from "pg";
import { parse } from "pg-connection-string";

/**
 * Opens connections to the PostgreSQL of a DATABASE_URL. The server, its supervisor, Knex's commands and backups use it
 * (docs/decisions/machines.md). As in libpq the address may name several hosts, separated by commas, and may have libpq's options
 * for TLS. node-postgres knows neither.
 *
 * @typedef {import("pg").ClientConfig} Settings
 */

/** PostgreSQL's error code for a write on a read-only server. We throw it too when a server turns out to be read-only. */
export const readOnly = "25006";

/**
 * The index of the host that each address reached last. It is tried first, so that a dead host does not delay every connection.
 */
const lastGood = /** @type {Map<string, number>} */ (new Map());

/**
 * Connects to the first host of an address that takes connections. If the address has several hosts, or target_session_attrs
 * asks for it, the host must take writes. All hosts together have `connectionTimeoutMillis`.
 *
 * @param {Settings & { connectionString?: string }} settings those of node-postgres
 * @returns {Promise<pg.Client>} connected; the caller listens to its errors
 * @throws the error of the only host, or one error with the message of each host
 */
export async function connectTo({ connectionString = "", connectionTimeoutMillis = 5_000, ...settings }) {
  const { candidates, mustWrite } = parseAddress(connectionString);
  const patience = connectionTimeoutMillis / candidates.length;
  const first = lastGood.get(connectionString) ?? 0;
  const failures = [];
  for (let turn = 0; turn < candidates.length; turn++) {
    const index = (first + turn) % candidates.length;
    const candidate = /** @type {Settings} */ (candidates[index]);
    const client = new pg.Client({ ...settings, ...candidate, connectionTimeoutMillis: patience });
    const ignore = () => {};
    client.on("error", ignore);
    try {
      await client.connect();
      const setting = { text: "SET datestyle TO ISO", query_timeout: patience }; // a server may write dates otherwise
      await client.query(setting);
      if (mustWrite) await requireWritable(client, patience);
      client.off("error", ignore);
      // Compares the host only, not the mode of TLS: `prefer` tries TLS first each time.
      const isThere = (/** @type {Settings} */ { host, port }) =>
        host === candidate.host && port === candidate.port;
      lastGood.set(connectionString, candidates.findIndex(isThere));
      return client;
    } catch (error) {
      client.end().catch(ignore); // breaks off the attempt
      failures.push({ host: `${candidate.host}:${candidate.port ?? 5432}`, error });
    }
  }
  throw failureOf(failures);
}

/**
 * Gives the servers that an address names, in its order, as settings of node-postgres.
 *
 * @param {string} address
 * @returns {{ candidates: Settings[], mustWrite: boolean }}
 */
export function parseAddress(address) {
  if (/^(\/|socket:)/.test(address)) return { candidates: [{ connectionString: address }], mustWrite: false };
  const { scheme, user, hosts, rest } = splitAddress(address);
  if (!/^postgres(ql)?:/.test(scheme))
    throw new Error("it is no address such as postgres://user:password@host:5432/office");
  const [path = "", query = ""] = rest.split(/\?(.*)/s);
  const options = new URLSearchParams(query);
  const target = options.get("target_session_attrs");
  options.delete("target_session_attrs");
  if (!["any", "read-write", "primary", null].includes(target))
    throw new Error(`the office writes; target_session_attrs=${target} would not let it`);
  const all = hosts.split(",");
  const candidates = all.flatMap((host) =>
    waysOfTls(options).map((way) => settingsOf(`${scheme}${user}${host}${path}?${way}`)),
  );
  return { candidates, mustWrite: target ? target !== "any" : all.length > 1 };
}

/**
 * The parts of an address of a database or a bucket.
 *
 * @param {string} address
 * @throws a sentence if its user name, password, host or port cannot be told
 */
export function splitAddress(address) {
  const [, scheme = "", user = "", hosts = "", rest = ""] =
    address.match(/^([a-z][a-z\d+.-]*:\/\/)?([^/?#]*@)?([^/?#]*)(.*)$/s) ?? [];
  if (scheme && !user && rest.includes("@"))
    throw new Error(
      "a character of the user name or password must be percent-encoded: / as %2F, ? as %3F, # as %23",
    );
  try {
    decodeURIComponent(user);
  } catch {
    throw new Error("a % of the user name or password must be percent-encoded, as %25");
  }
  for (const host of scheme ? hosts.split(",") : []) {
    const [, port] = host.match(/^(?:\[[^\]]*\]|[^:[\]]*)(?::(\d{1,5}))?$/) ?? ["", "none"];
    if (port && !(Number(port) <= 65_535)) throw new Error(`${host} is no host with a port`);
  }
  return { scheme, user, hosts, rest };
}

const modes = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"];

/**
 * Translates libpq's sslmode into attempts: `prefer` and `allow` try two modes, one after the other. The public authorities
 * (`system`) also require the check of the host's name, since without it any of their certificates would do.
 *
 * @param {URLSearchParams} options
 */
function waysOfTls(options) {
  const mode = options.get("sslmode");
  if (mode === "no-verify")
    throw new Error(
      "sslmode=no-verify is no mode of PostgreSQL: sslmode=require encrypts without checking the certificate",
    );
  if (mode && !modes.includes(mode)) throw new Error(`there is no sslmode=${mode}`);
  if (mode === "prefer") return [withMode(options, "require"), withMode(options, "disable")];
  if (mode === "allow") return [withMode(options, "disable"), withMode(options, "require")];
  if (options.get("sslrootcert") !== "system") return [withMode(options, mode)];
  const system = new URLSearchParams(options);
  system.delete("sslrootcert");
  return [withMode(system, "verify-full")];
}

/**
 * @param {URLSearchParams} options
 * @param {string | null} mode
 */
function withMode(options, mode) {
  const result = new URLSearchParams(options);
  if (mode) {
    result.set("sslmode", mode);
    result.set("uselibpqcompat", "true");
  }
  return result;
}

/**
 * @param {string} address of one host
 * @returns {Settings}
 */
function settingsOf(address) {
  const { port, ...settings } = /** @type {any} */ (parse(address));
  return port ? { ...settings, port: Number(port) } : settings;
}

/**
 * @param {pg.Client} client
 * @param {number} patience
 */
async function requireWritable(client, patience) {
  const question = {
    text: "SELECT pg_is_in_recovery() OR current_setting('default_transaction_read_only')::boolean AS reads_only",
    query_timeout: patience,
  };
  const { rows } = await client.query(question);
  if (rows[0].reads_only) throw Object.assign(new Error("it only reads"), { code: readOnly });
}

/** @param {{ host: string, error: any }[]} failures */
function failureOf(failures) {
  const { error } = /** @type {{ error: any }} */ (failures.at(-1));
  if (failures.length === 1) return error;
  const messages = failures.map(({ host, error: { message, code } }) => `${host}: ${message || code}`);
  return Object.assign(new Error(messages.join("; ")), { code: error.code, cause: error });
}
