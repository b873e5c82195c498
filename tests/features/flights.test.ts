import { expect, test } from "vitest";
import { flightStatusLabels, sampleFlights } from "~/features/trips/flights/flights";
import { fixture } from "../support/app";
import { enter } from "../support/client";

const office = fixture();

test("the sample flights stand as cards and in a table, and are marked as samples", async () => {
  const { body } = await (await enter(office)).get("/trips/flights");
  expect(body).toContain("بيانات نموذجية");
  expect(body.match(/<li class="card">/g)).toHaveLength(sampleFlights.length);
  const table = body.slice(body.indexOf("<tbody>"), body.indexOf("</tbody>"));
  for (const { number, status } of sampleFlights) {
    expect(table).toContain(number);
    expect(table).toContain(flightStatusLabels[status]);
  }
  expect(new Set(sampleFlights.map(({ status }) => status)).size).toBe(3);
});
