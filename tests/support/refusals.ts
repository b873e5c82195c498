import { expect } from "vitest";
import type { Client } from "./client";

/** Expects an answer of a call: JSON with one sentence under both names and no internal detail. */
export function expectRefusal(
  { status, headers, body }: Awaited<ReturnType<Client["send"]>>,
  expected: number,
) {
  expect(status).toBe(expected);
  expect(headers.get("Content-Type")).toMatch(/^application\/json/);
  expect(body.error).toMatch(/[\u0600-\u06FF]/);
  expect(body.message).toBe(body.error);
}

export function expectPage({ status, headers, body }: Awaited<ReturnType<Client["send"]>>, expected: number) {
  expect(status).toBe(expected);
  expect(headers.get("Content-Type")).toMatch(/^text\/html/);
  expect(body).toMatch(/[\u0600-\u06FF]/);
  expect(body).not.toMatch(/node_modules|at \w+ \(|Error:/);
}
