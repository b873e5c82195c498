// The load generator, in a process of its own: told by message what to send, it answers with what it measured.
import { randomUUID } from "node:crypto";
import { connect } from "node:net";

/**
 * @typedef {object} Job
 * @property {number} port
 * @property {number} connections kept open, one request at a time on each
 * @property {number} seconds
 * @property {string} cookie
 * @property {string} path
 * @property {Record<string, unknown>[]} [bodies] posted in turn, each time under a key of its own; GET without
 * @property {boolean} [isForm] whether they are posted as a form, not as JSON
 *
 * @typedef {object} Measured
 * @property {number} requests
 * @property {number} seconds
 * @property {number[]} latencies of each request, in milliseconds
 * @property {number} bytes of the last answer, its head included
 * @property {string} [failure] the first answer that was no success
 */

process.on("message", async (/** @type {Job} */ job) => process.send?.(await run(job)));

/**
 * @param {Job} job
 * @returns {Promise<Measured>}
 */
async function run(job) {
  /** @type {Measured} */
  const measured = { requests: 0, seconds: 0, latencies: [], bytes: 0 };
  const start = performance.now();
  const end = start + job.seconds * 1000;
  await Promise.all(Array.from({ length: job.connections }, () => visitor(job, end, measured)));
  measured.seconds = (performance.now() - start) / 1000;
  return measured;
}

let turn = 0;

/**
 * One connection. Written on the bare socket: a client library would cost more than the bare server does.
 *
 * @param {Job} job
 * @param {number} end
 * @param {Measured} measured
 * @returns {Promise<void>}
 */
function visitor(job, end, measured) {
  return new Promise((done, fail) => {
    const socket = connect({ port: job.port, host: "127.0.0.1", noDelay: true });
    let sentAt = 0;
    let ending = false;
    /** @type {Buffer[]} */
    let chunks = [];
    let expected = 0; // bytes; 0 while the head is not read; -1 where the end is told by a last chunk
    let received = 0;

    function send() {
      if (performance.now() >= end) {
        ending = true;
        return socket.end();
      }
      chunks = [];
      expected = received = 0;
      sentAt = performance.now();
      socket.write(requestOf(job));
    }
    socket.on("connect", send);
    socket.on("error", fail);
    socket.on("close", () => {
      if (!ending) measured.failure ??= "The server closed the line.";
      done();
    });
    socket.on("data", (chunk) => {
      received += chunk.length;
      chunks.push(chunk);
      if (!expected) expected = expectedBytes(chunk);
      if (expected === -1 ? !endsWithLastChunk(chunks) : received < expected) return;
      measured.latencies.push(performance.now() - sentAt);
      measured.requests++;
      measured.bytes = received;
      const status = chunks[0]?.toString("latin1", 9, 12);
      if (!/^[23]/.test(status ?? "")) measured.failure ??= Buffer.concat(chunks).toString().slice(0, 2000);
      send();
    });
  });
}

const lastChunk = Buffer.from("\r\n0\r\n\r\n");

/** @param {Buffer[]} chunks */
function endsWithLastChunk(chunks) {
  return Buffer.concat(chunks.slice(-3)).subarray(-lastChunk.length).equals(lastChunk);
}

/**
 * @param {Buffer} first what came first of an answer, with its whole head
 */
function expectedBytes(first) {
  const headEnd = first.indexOf("\r\n\r\n");
  const length = /content-length: (\d+)/i.exec(first.toString("latin1", 0, headEnd))?.[1];
  return length ? headEnd + 4 + Number(length) : -1;
}

/**
 * With the headers that a browser sends.
 *
 * @param {Job} job
 */
function requestOf({ path, cookie, bodies, isForm }) {
  const head = [
    `${bodies ? "POST" : "GET"} ${path} HTTP/1.1`,
    "Host: localhost",
    "User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
    `Accept: ${bodies && !isForm ? "application/json" : "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}`,
    "Accept-Encoding: gzip, deflate, br, zstd",
    "Accept-Language: ar,en;q=0.9",
    `Cookie: ${cookie}`,
    "Connection: keep-alive",
  ];
  let body = "";
  if (bodies) {
    const one = bodies[turn++ % bodies.length];
    body = isForm
      ? new URLSearchParams({ ...Object(one), one_time_key: randomUUID() }).toString()
      : JSON.stringify(one);
    head.push(
      `Content-Type: application/${isForm ? "x-www-form-urlencoded" : "json"}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      `Idempotency-Key: ${randomUUID()}`, // a form's own goes before it
    );
  }
  return `${head.join("\r\n")}\r\n\r\n${body}`;
}
