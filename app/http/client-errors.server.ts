import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { hasAnswerBegun } from "~/framework/answers.server";
import { refusalPage } from "./plain-page.server";
import { headersOfEveryAnswer } from "./secure.server";

/** What Node's reader of requests may say, and our answer. Everything else that is no HTTP is an unreadable request. */
const answers = new Map<string | undefined, [status: number, sentence: string]>([
  [
    "HPE_HEADER_OVERFLOW",
    [431, "العنوان أو ملفات تعريف الارتباط أطول من المسموح؛ اختصر البحث أو امسح ملفات الارتباط لهذا الموقع"],
  ],
  ["HPE_CHUNK_EXTENSIONS_OVERFLOW", [413, "حجم البيانات المرسلة أكبر من المسموح"]],
  ["ERR_HTTP_REQUEST_TIMEOUT", [408, "لم يصل الطلب كاملًا في وقته"]],
]);
const unreadable: [number, string] = [400, "تعذرت قراءة الطلب"];

/** How long the sender has to read the answer, in milliseconds. */
const patience = 10_000;

/**
 * Answers what Node cannot read as a request, in Arabic, where Node alone would send an empty answer. The connection closes after it.
 * A request whose beginning is at hand and names a call gets JSON.
 */
export function answerUnreadable(error: Error & { code?: string; rawPacket?: Buffer }, socket: Duplex) {
  // Node tells of each further part. Closing at once would reset the connection, and the sender would lose the answer.
  if (socket.writableEnded) return;
  const { bytesRead } = socket as Socket;
  // A browser opens connections ahead. It would take an answer there for that of its next request.
  if (!socket.writable || bytesRead === 0 || hasAnswerBegun(socket as Socket)) return socket.destroy();
  const [status, sentence] = answers.get(error.code) ?? unreadable;
  const isCall = /^\S+ \/+api\b/i.test(error.rawPacket?.toString("latin1", 0, 100) ?? "");
  const body = isCall
    ? JSON.stringify({ error: sentence, message: sentence })
    : refusalPage(status, sentence);
  const headers = [
    ...headersOfEveryAnswer,
    ["Content-Type", `${isCall ? "application/json" : "text/html"}; charset=utf-8`],
    ["Content-Length", Buffer.byteLength(body)],
    ["Cache-Control", "private, no-store"],
    ["Connection", "close"],
  ];
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ];
  socket.resume().end(`${head.join("\r\n")}\r\n\r\n${body}`);
  setTimeout(() => socket.destroy(), patience).unref();
}
