import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { connect, createServer } from "node:net";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Refusal } from "../refusal.js";

/*
 * Who has a data folder: one process at a time, also among containers and machines that share the folder, where process numbers mean
 * nothing (docs/decisions/embedded-postgresql.md).
 *
 * An owner has a file in `DATA_DIR/owner` whose name is a number, one more than its predecessor's. The file names the owner's Unix
 * socket and its kernel. Files are created exclusively, and the highest one is never removed, so of several that want the next number
 * one gets it.
 */

/** In milliseconds: how often an owner touches its file, and how long others watch whether it does. */
const renewal = 1_000;
const watching = 4_000;
/** In milliseconds: how long a start waits for an owner that is ending. */
const patience = 3_000;

/** Containers of one machine have one kernel. */
const kernel =
  process.platform === "linux" ? readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim() : hostname();

/**
 * Refuses root in the folder of another account, whose office could not read what root writes there.
 *
 * @param {string} dataDir
 */
export function requireOwnAccount(dataDir) {
  if (process.getuid?.() !== 0 || !existsSync(dataDir)) return;
  const { uid } = statSync(dataDir);
  if (uid === 0) return;
  const name = readFileSync("/etc/passwd", "utf8").match(new RegExp(`^([^:]+):[^:]*:${uid}:`, "m"))?.[1];
  throw new Refusal(
    `${dataDir} belongs to the account ${name ?? uid}, and this is root: run it as that account (sudo -u ${name ?? `'#${uid}'`} …).`,
  );
}

/**
 * Makes this process the owner of a data folder.
 *
 * @param {string} dataDir
 * @param {AbortSignal} [ending] ends the waiting
 * @returns {Promise<{ release: () => void, lost: Promise<never> }>} a function that gives the folder up, and a promise that rejects if
 *   another process has become the owner, since this one stood still
 * @throws {Refusal} if another process has it
 */
export async function takeFolder(dataDir, ending) {
  requireOwnAccount(dataDir);
  const folder = join(dataDir, "owner");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const deadline = Date.now() + patience;
  for (;;) {
    const last = highest(folder);
    if (!last || !(await isAlive(folder, last, ending))) {
      const owner = await register(folder, last + 1);
      if (owner) return owner;
    } else if (Date.now() > deadline)
      throw new Refusal(
        "This DATA_DIR belongs to another running office, maybe in another container or on another machine: stop that one, or set another DATA_DIR.",
      );
    await pause(100, undefined, { signal: ending });
  }
}

/**
 * @param {string} folder
 * @returns {number} of the last owner; 0 if there was none
 */
const highest = (folder) => Math.max(0, ...readdirSync(folder).map(Number).filter(Number.isSafeInteger));

/**
 * @param {string} folder
 * @param {number} number
 */
async function register(folder, number) {
  const file = join(folder, String(number));
  const socket = `${number}.${process.pid}.sock`;
  const server = await listen(folder, socket);
  try {
    writeFileSync(file, JSON.stringify({ kernel, socket: server && socket }), { flag: "wx", mode: 0o600 });
  } catch (error) {
    server?.close();
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "EEXIST") return undefined;
    throw error;
  }
  // Another process may have seen this number's predecessor long ago, and have taken the number after its file was removed.
  if (highest(folder) !== number) {
    server?.close();
    return undefined;
  }
  for (const name of readdirSync(folder))
    if (Number.parseInt(name, 10) < number) rmSync(join(folder, name), { force: true });
  return keep(folder, number, () => server?.close());
}

/**
 * @param {string} folder
 * @param {number} number
 * @param {() => void} close
 */
function keep(folder, number, close) {
  /** @type {NodeJS.Timeout} */
  let timer;
  const lost = new Promise((_, fail) => {
    timer = setInterval(() => {
      try {
        utimesSync(join(folder, String(number)), new Date(), new Date());
        if (highest(folder) !== number)
          fail(new Refusal("Another office has taken this DATA_DIR over, since this one stood still."));
      } catch {} // a disk that fails for a moment: the next time will do
    }, renewal).unref();
  });
  lost.catch(() => {});
  const release = () => {
    clearInterval(timer);
    close();
  };
  return { release, lost: /** @type {Promise<never>} */ (lost) };
}

/**
 * Whether the owner with a number lives. On the same kernel its socket tells, at once. On another machine, or before this one was
 * started again, it lives if it touches its file, whatever the clocks say.
 *
 * @param {string} folder
 * @param {number} number
 * @param {AbortSignal} [ending]
 */
async function isAlive(folder, number, ending) {
  const file = join(folder, String(number));
  try {
    const owner = readOwner(file);
    if (owner.kernel === kernel && owner.socket) return await answers(folder, owner.socket);
    const before = statSync(file).mtimeMs;
    await pause(watching, undefined, { signal: ending });
    return statSync(file).mtimeMs !== before;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "ENOENT") return false; // a later owner has removed it
    throw error;
  }
}

/** @param {string} file */
function readOwner(file) {
  const text = readFileSync(file, "utf8");
  try {
    return /** @type {{ kernel?: string, socket?: string }} */ (Object(JSON.parse(text)));
  } catch {
    return {}; // just being written, or cut by a power loss
  }
}

/**
 * Whether a process listens on a Unix socket. Its answer crosses containers.
 *
 * @param {string} folder
 * @param {string} name
 * @returns {Promise<boolean>}
 */
export function answers(folder, name) {
  const [path, close] = shortPath(folder, name);
  return new Promise((done) => {
    const socket = connect(path);
    const end = (/** @type {boolean} */ isAnswer) => {
      socket.destroy();
      close();
      done(isAnswer);
    };
    socket.once("connect", () => end(true));
    socket.once("error", (/** @type {NodeJS.ErrnoException} */ { code = "" }) =>
      end(!["ECONNREFUSED", "ENOENT"].includes(code)),
    );
  });
}

/**
 * @param {string} folder
 * @param {string} name
 * @returns {Promise<import("node:net").Server | undefined>} undefined if the file system has no sockets
 */
function listen(folder, name) {
  const [path, close] = shortPath(folder, name);
  const server = createServer((socket) => socket.destroy()).unref();
  return new Promise((done) => {
    server.once("close", close).once("error", () => {
      close();
      done(undefined);
    });
    server.listen(path, () => done(server));
  });
}

/**
 * The path of a socket, which may have 107 bytes at most.
 *
 * @param {string} folder
 * @param {string} name
 * @returns {[path: string, close: () => void]} and a function that ends its use
 */
function shortPath(folder, name) {
  if (process.platform !== "linux") return [join(folder, name), () => {}];
  const file = openSync(folder, "r");
  return [`/proc/self/fd/${file}/${name}`, () => closeSync(file)];
}
