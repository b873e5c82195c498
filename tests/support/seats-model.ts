import type { Answer, Client } from "./client";
import { inSeconds, tomorrow } from "./holds";
import type { randomFrom } from "./model";

/*
 * A model of the seats of campaigns. It knows their rules (docs/decisions/holds.md) and nothing of the product's code: free seats are the total, less
 * the standing contracts of all but infants, less the holds whose moment has not come.
 */

type Contract = { id: number; campaign: number; takesSeat: boolean; stands: boolean };
type Hold = { id: number; campaign: number; seats: number; isOver: boolean };
type Line = { id: number; campaign: number; seats: number; name: string };
export type Campaign = { id: number; name: string; total: number; isOpen: boolean };

export type World = {
  campaigns: Campaign[];
  contracts: Contract[];
  holds: Hold[];
  lines: Line[];
};

const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);
const isIn =
  ({ id }: Campaign) =>
  (row: { campaign: number }) =>
    row.campaign === id;

export const bookedIn = ({ contracts }: World, campaign: Campaign) =>
  contracts.filter(isIn(campaign)).filter(({ stands, takesSeat }) => stands && takesSeat).length;
export const heldIn = ({ holds }: World, campaign: Campaign) =>
  sum(
    holds
      .filter(isIn(campaign))
      .filter(({ isOver }) => !isOver)
      .map(({ seats }) => seats),
  );
export const freeIn = (world: World, campaign: Campaign) =>
  campaign.total - bookedIn(world, campaign) - heldIn(world, campaign);
/** The first who waits and whose seats are free. */
export const firstIn = (world: World, campaign: Campaign) =>
  campaign.isOpen
    ? world.lines.filter(isIn(campaign)).find(({ seats }) => seats <= freeIn(world, campaign))
    : undefined;

/** A step: what is sent, whether the model lets it through, and what it then changes, given the answer's body. */
export type Step = {
  name: string;
  send: () => Promise<Answer>;
  isDue: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: the body of any call's answer
  apply: (body: any) => void;
};

type Terms = {
  client: Client;
  world: World;
  chance: ReturnType<typeof randomFrom>;
  package_id: number;
  infants: { room: string; traveller: string };
  newCustomers: (count: number) => Promise<number[]>;
  endHold: (id: number) => Promise<unknown>;
};

/** The steps of the model, each drawn with what the world then has; null where it has nothing for it. */
export function seatSteps({ client, world, chance, package_id, infants, newCustomers, endHold }: Terms) {
  const { random, pick } = chance;
  const campaign = () => pick(world.campaigns);
  const campaignOf = ({ campaign: of }: { campaign: number }) =>
    world.campaigns.find(({ id }) => id === of) as Campaign;
  const oneOf = <Row>(rows: Row[]) => (rows.length ? pick(rows) : undefined);
  const gone = <Row>(rows: Row[], row: Row) => void rows.splice(rows.indexOf(row), 1);
  let made = 0;
  const person = () => ({ name: `طالب ${++made}`, phone: "0777123456" });
  const fits = (of: Campaign, seats: number, own = 0) => of.isOpen && freeIn(world, of) + own >= seats;

  const addContracts = (of: Campaign, contracts: { id: number }[], takesSeat = true) => {
    for (const { id } of contracts) world.contracts.push({ id, campaign: of.id, takesSeat, stands: true });
  };
  const post = (path: string, body: object) => client.post(path, body);
  const put = (path: string, body: object) => client.put(path, body);

  return {
    async sign(): Promise<Step> {
      const of = campaign();
      const isInfant = random(4) === 0;
      const [customer_id] = await newCustomers(1);
      const sent = { campaign_id: of.id, package_id, customer_id, ...(isInfant && infants) };
      return {
        name: `${isInfant ? "an infant" : "one"} signs in ${of.id}`,
        send: () => post("/api/contracts", sent),
        isDue: of.isOpen && (isInfant || fits(of, 1)),
        apply: ({ contract }) => addContracts(of, [contract], !isInfant),
      };
    },
    cancel(): Step | null {
      const row = oneOf(world.contracts);
      if (!row) return null;
      const back = !row.stands;
      const needs = back && row.takesSeat ? 1 : 0;
      return {
        name: `contract ${row.id} ${back ? "stands again" : "is cancelled"}`,
        send: () => put(`/api/contracts/${row.id}`, { status: back ? "active" : "cancelled" }),
        isDue: freeIn(world, campaignOf(row)) >= needs,
        apply: () => void Object.assign(row, { stands: back }),
      };
    },
    move(): Step | null {
      const row = oneOf(world.contracts.filter(({ stands }) => stands));
      const to = campaign();
      if (!row || to.id === row.campaign) return null;
      return {
        name: `contract ${row.id} moves to ${to.id}`,
        send: () => post(`/api/contracts/${row.id}/move`, { campaign_id: to.id, package_id, fee: 0 }),
        isDue: to.isOpen && (!row.takesSeat || fits(to, 1)),
        apply({ contract }) {
          gone(world.contracts, row); // it does not stand again while the new one does
          addContracts(to, [contract], row.takesSeat);
        },
      };
    },
    hold(): Step {
      const of = campaign();
      const seats = 1 + random(3);
      return {
        name: `${seats} seats of ${of.id} are held`,
        send: () => post("/api/holds", { ...person(), campaign_id: of.id, seats, until: tomorrow() }),
        isDue: fits(of, seats),
        apply: ({ hold }) => void world.holds.push({ id: hold.id, campaign: of.id, seats, isOver: false }),
      };
    },
    changeHold(): Step | null {
      const row = oneOf(world.holds);
      if (!row) return null;
      const to = campaign();
      const seats = 1 + random(3);
      const own = row.isOver || to.id !== row.campaign ? 0 : row.seats;
      return {
        name: `hold ${row.id} becomes ${seats} seats of ${to.id}`,
        send: () => put(`/api/holds/${row.id}`, { campaign_id: to.id, seats, until: inSeconds(90_000) }),
        isDue: fits(to, seats, own),
        apply: () => void Object.assign(row, { campaign: to.id, seats, isOver: false }),
      };
    },
    endHold(): Step | null {
      const row = oneOf(world.holds.filter(({ isOver }) => !isOver));
      if (!row) return null;
      const isDeleted = random(3) === 0;
      const removal = () => client.delete(`/api/holds/${row.id}`);
      const end = async () => ({
        ...(await client.get("/api/holds")),
        status: Number(await endHold(row.id)) && 200,
      });
      return {
        name: `hold ${row.id} ${isDeleted ? "is deleted" : "ends"}`,
        send: isDeleted ? removal : end,
        isDue: true,
        apply: () => (isDeleted ? gone(world.holds, row) : void Object.assign(row, { isOver: true })),
      };
    },
    async signHold(): Promise<Step | null> {
      const row = oneOf(world.holds);
      if (!row) return null;
      const of = campaignOf(row);
      const customer_ids = await newCustomers(1 + random(4));
      const end_rest = random(2) === 0;
      const count = customer_ids.length;
      return {
        name: `${count} sign with hold ${row.id}`,
        send: () => post(`/api/holds/${row.id}/sign`, { customer_ids, package_id, end_rest }),
        isDue: !row.isOver && fits(of, count, row.seats),
        apply({ contracts }) {
          addContracts(of, contracts);
          row.seats -= count;
          if (row.seats <= 0 || end_rest) gone(world.holds, row);
        },
      };
    },
    wait(): Step {
      const of = campaign();
      const seats = 1 + random(3);
      const who = person();
      return {
        name: `${seats} seats of ${of.id} are waited for`,
        send: () => post("/api/waiting-list", { ...who, campaign_id: of.id, seats }),
        isDue: of.isOpen,
        apply: ({ waiting }) =>
          void world.lines.push({ id: waiting.id, campaign: of.id, seats, name: who.name }),
      };
    },
    async serve(): Promise<Step | null> {
      const row = oneOf(world.lines);
      if (!row) return null;
      const of = campaignOf(row);
      const path = `/api/waiting-list/${row.id}`;
      const customer_ids = await newCustomers(row.seats);
      const kind = pick(["hold", "sign", "leave"]);
      if (kind === "leave")
        return {
          name: `line ${row.id} is deleted`,
          send: () => client.delete(path),
          isDue: true,
          apply: () => gone(world.lines, row),
        };
      return {
        name: `line ${row.id} becomes ${kind}`,
        send: () =>
          kind === "hold"
            ? post(`${path}/hold`, { until: tomorrow() })
            : post(`${path}/sign`, { customer_ids, package_id }),
        isDue: fits(of, row.seats),
        apply({ hold, contracts }) {
          gone(world.lines, row);
          if (contracts) addContracts(of, contracts);
          else world.holds.push({ id: hold.id, campaign: of.id, seats: row.seats, isOver: false });
        },
      };
    },
    total(): Step {
      const of = campaign();
      const total = 1 + random(9);
      return {
        name: `campaign ${of.id} has ${total} seats`,
        send: () => put(`/api/campaigns/${of.id}`, { total_seats: total }),
        isDue: total >= bookedIn(world, of) + heldIn(world, of),
        apply: () => void Object.assign(of, { total }),
      };
    },
    close(): Step {
      const of = campaign();
      return {
        name: `campaign ${of.id} ${of.isOpen ? "closes" : "opens"}`,
        send: () => put(`/api/campaigns/${of.id}`, { status: of.isOpen ? "completed" : "active" }),
        isDue: true,
        apply: () => void Object.assign(of, { isOpen: !of.isOpen }),
      };
    },
  };
}
