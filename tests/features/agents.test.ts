import { describe, expect, test } from "vitest";
import { agent } from "~/features/agents/agent";
import { hiddenField } from "../support/client";
import { useOffice } from "../support/office";
import { standardCalls } from "../support/standard-calls";
import { enterAs } from "../support/users";

const { office, client } = useOffice();
let made = 0;

const whole = () => ({
  name: `وكيل ${++made}`,
  phone: "+967 773 140 226",
  email: `agent${made}@example.com`,
  type: made % 2 ? "internal" : "external",
  commission_rate: 2.5 + (made % 3),
  address: "المكلا",
  notes: `ملاحظة ${made}`,
  is_active: made % 3 !== 0,
});

standardCalls(office, client, agent, {
  whole,
  required: ["name", "phone", "type"],
  defaults: { email: null, address: null, notes: null, commission_rate: 0, is_active: true },
  refused: [
    ["commission_rate", -1],
    ["commission_rate", 100.01],
    ["commission_rate", 1.005],
    ["commission_rate", "NaN"],
    ["type", "both"],
    ["email", "a b@c"],
    ["phone", "12"],
  ],
  badFilters: ["type=both", "is_active=x"],
});

describe("an agent", () => {
  const least = { name: "سالم باوزير", phone: "0770", type: "external" };
  const create = async (more: object = {}) =>
    (await client.post("/api/agents", { ...least, ...more })).body.agent;

  test("has a commission from 0 to 100, also in Arabic digits; emptied it is 0", async () => {
    expect((await create({ commission_rate: 100 })).commission_rate).toBe(100);
    expect((await create({ commission_rate: "٧٫٢٥" })).commission_rate).toBe(7.25);
    expect((await create({ commission_rate: "" })).commission_rate).toBe(0);
  });

  test("is found by type and among the active", async () => {
    const idle = await create({ is_active: false });
    const ids = async (path: string) =>
      (await client.get(path)).body.agents.map(({ id }: { id: number }) => id) as number[];
    expect(await ids("/api/agents/by-type/external")).toContain(idle.id);
    expect(await ids("/api/agents/by-type/internal")).not.toContain(idle.id);
    expect(await ids("/api/agents/active")).not.toContain(idle.id);
    expect((await client.get("/api/agents/by-type/both")).status).toBe(422);
  });

  test("is deleted by administrators alone, who alone see the button", async () => {
    const { id } = await create();
    const clerk = await enterAs(office, "clerk", ["manage_agents"]);
    expect((await clerk.delete(`/api/agents/${id}`)).status).toBe(403);
    expect((await clerk.submit(`/agents/${id}/delete`, {})).status).toBe(403);
    expect((await clerk.get(`/agents/${id}/delete`)).status).toBe(403);
    expect((await clerk.get("/agents")).body).not.toContain(`/agents/${id}/delete`);
    expect((await client.get("/agents")).body).toContain(`/agents/${id}/delete`);
    expect((await client.delete(`/api/agents/${id}`)).status).toBe(200);
  });

  test("is added and edited by forms as they stand; active or not shows only when editing", async () => {
    const form = (await client.get("/agents/new")).body;
    expect(form).not.toContain('id="agent-is_active"');
    const fields = { idempotency_key: hiddenField(form, "idempotency_key"), ...least, commission_rate: "" };
    expect((await client.submit("/agents/new", { ...fields, type: "" })).status).toBe(422);
    expect((await client.submit("/agents/new", fields)).status).toBe(302);
    const [{ id }] = (await client.get("/api/agents")).body.agents;
    const edit = (await client.get(`/agents/${id}/edit`)).body;
    expect(edit).toMatch(/<input[^>]*name="is_active"[^>]*checked/);
    const saved = await client.submit(`/agents/${id}/edit`, {
      updated_at: hiddenField(edit, "updated_at"),
      ...least,
      is_active: ["", "true"],
    });
    expect(saved.status).toBe(302);
  });
});
