import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { afterEach, describe, expect, test } from "vitest";
import { isPrivate, networkOf } from "~/domain/networks.server";
import { answersDue, noteAnswer, shareHeader, whenAnswered } from "~/framework/answers.server";
import { mostConnections } from "~/http/connections.server";
import { loader as healthz } from "~/http/healthz";
import { isOverloaded, isStuck, noteRefusals } from "~/http/overload.server";

/* What a process has under way: answers wait for each other, an address has a share, and no count outlives its connection. */

/** A request and its answer on a connection of the test, which is closed as Node closes one. */
function ask(socket: EventEmitter & { writable?: boolean } = new EventEmitter(), more: object = {}) {
  const headers: Record<string, string> = {};
  const response = Object.assign(new EventEmitter(), { writableLength: 0, setHeader() {} });
  const destroy = () => Object.assign(socket, { destroyed: true, writable: false }).emit("close");
  Object.assign(socket, { writable: true, destroy });
  const request = { headers, complete: true, socket, ...more } as unknown as IncomingMessage;
  const steps: string[] = [];
  noteAnswer(
    request,
    response as unknown as ServerResponse,
    () => steps.push("begin"),
    () => steps.push("end"),
  );
  return {
    steps,
    socket,
    response,
    message: request,
    request: () => new Request("http://office/", { headers }),
  };
}

describe("the share of an address", () => {
  const { ofAddress } = mostConnections;

  /** Whether one more request to read is refused while so many of an address are under way. */
  function isRefused(address: string, from: string, count: number, pendingBytes = 0) {
    const all = Array.from({ length: count }, () => {
      const one = ask();
      one.message.headers[shareHeader] = networkOf(address);
      Object.assign(one.response, { writableLength: pendingBytes });
      return one;
    });
    const next = { headers: { [shareHeader]: networkOf(from) } } as unknown as IncomingMessage;
    const answer = isOverloaded(next, true, () => isPrivate(from));
    for (const { response } of all) response.emit("close");
    expect(isOverloaded(next, true, () => isPrivate(from))).toBe(false);
    return answer;
  }

  test.each([
    ["of the internet", "203.0.113.7", "203.0.113.7", true],
    ["of the internet, and nobody else's", "203.0.113.7", "203.0.113.8", false],
    ["of a provider's customer", "2001:db8:1:2::5", "2001:db8:1:2::6", true],
    ["of a provider's customer, and nobody else's", "2001:db8:1:2::5", "2001:db8:1:3::5", false],
    ["of a private network, which has none", "192.168.7.7", "192.168.7.7", false],
  ])("%s", (_, address, from, expected) => {
    expect(isRefused(address, from, ofAddress)).toBe(false);
    expect(isRefused(address, from, ofAddress + 1)).toBe(expected);
    expect(isRefused(address, from, 17, 1024 * 1024)).toBe(expected); // of bytes that are not taken
  });

  test("of all is more than that of any two", () => {
    expect(isRefused("10.0.0.1", "203.0.113.8", 2 * ofAddress)).toBe(false);
    expect(isRefused("10.0.0.1", "203.0.113.8", 1001)).toBe(true);
  });
});

describe("an answer", () => {
  test("begins when the one before it on its connection is sent", () => {
    const first = ask();
    const second = ask(first.socket);
    expect([first.steps, second.steps]).toEqual([["begin"], []]);
    first.response.emit("close");
    expect([first.steps, second.steps]).toEqual([["begin", "end"], ["begin"]]);
    const third = ask(first.socket);
    second.response.emit("close");
    expect([second.steps, third.steps]).toEqual([["begin", "end"], ["begin"]]);
    third.response.emit("close");
  });

  test("ends with its connection, also if Node does not close it, and what waits behind it never begins", () => {
    const before = answersDue();
    const first = ask();
    const second = ask(first.socket);
    const works: string[] = [];
    expect(whenAnswered(first.request(), () => works.push("work"))).toBe(true);
    expect(answersDue() - before).toBe(1);
    Object.assign(first.socket, { writable: false }).emit("close");
    first.response.emit("close");
    expect([first.steps, second.steps, works]).toEqual([["begin", "end"], [], ["work"]]);
    expect(answersDue()).toBe(before);
    expect(whenAnswered(first.request(), () => {})).toBe(false);
  });

  test("has one behind it at most: a third request closes the connection", () => {
    const before = answersDue();
    const first = ask();
    const others = [ask(first.socket), ask(first.socket), ask(first.socket)];
    expect([first.steps, ...others.map(({ steps }) => steps)]).toEqual([["begin", "end"], [], [], []]);
    expect(answersDue()).toBe(before);
  });
});

describe("a process whose counts are wrong", () => {
  afterEach(() => noteRefusals(false));
  const ask = () => healthz({ request: new Request("http://office/healthz"), params: {}, context: {} });

  test("says at /healthz that it takes no requests, after half a minute", async () => {
    noteRefusals(true, 20, Date.now() - 31_000);
    expect((await ask()).status).toBe(503);
    noteRefusals(false, 20);
    expect(isStuck()).toBe(false);
  });

  test.each([
    [
      "refused for less than that",
      [
        [true, 20, 0],
        [true, 20, 29_000],
      ],
    ],
    [
      "took one meanwhile",
      [
        [true, 20, 0],
        [false, 20, 20_000],
        [true, 20, 40_000],
      ],
    ],
    [
      "is attacked by many connections",
      [
        [true, 900, 0],
        [true, 900, 50_000],
      ],
    ],
    [
      "is attacked at times",
      [
        [true, 20, 0],
        [true, 900, 20_000],
        [true, 20, 40_000],
      ],
    ],
  ] as [string, [boolean, number, number][]][])("does not say so if it %s", (_, looks) => {
    for (const [isRefusing, connections, time] of looks) noteRefusals(isRefusing, connections, time);
    expect(isStuck(looks.at(-1)?.[2])).toBe(false);
  });
});
