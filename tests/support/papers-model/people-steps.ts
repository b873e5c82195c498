import {
  type Contract,
  contractsOf,
  groupOf,
  isFull,
  join,
  leave,
  personOf,
  placeOf,
  type State,
  settle,
  standing,
} from "./model";
import { birthBefore, type Outcome, type Step, type World } from "./world";

/* Steps of contracts and of members. */

/** What an answer tells of a group that somebody has left. */
const leftTold = (group: { id: number; name: string } | undefined) => ({
  left_group: group && { id: group.id, name: group.name },
});

/** Enters a change of someone's contracts, and says which group he has left by it. */
function withLeaving(state: State, person: number, change: () => void): Outcome {
  const before = placeOf(state, person)?.group;
  change();
  return { status: 200, told: leftTold(placeOf(state, person) ? undefined : before) };
}

export function peopleSteps({ client, random, pick, state: at }: World) {
  const anyone = () => pick(at().people);
  const contractIn = (state: State, { id }: Contract) => state.contracts.find((one) => one.id === id);

  function sign(): Step | null {
    const { id: customer_id, name } = anyone();
    if (standing(at(), customer_id).length > 1 || contractsOf(at(), customer_id).length > 2) return null;
    const { id: package_id } = pick(at().packages);
    const body = { campaign_id: at().campaign.id, customer_id, package_id };
    return {
      name: `sign ${name} for ${package_id}`,
      send: () => client.post("/api/contracts", body),
      apply(state, answer) {
        const { id } = answer.body.contract ?? {};
        state.contracts.push({ id, person: customer_id, package: package_id, stands: true });
        state.contracts.sort((one, other) => one.id - other.id);
        settle(state, customer_id);
        return { status: 201 };
      },
    };
  }

  function cancel(): Step | null {
    const contract = at().contracts.length ? pick(at().contracts) : undefined;
    if (!contract) return null;
    const { id, person } = contract;
    const leave_group = pick([true, false, undefined]);
    return {
      name: `cancel ${personOf(at(), person).name}'s ${id}, leaving: ${leave_group}`,
      send: () => client.put(`/api/contracts/${id}`, { status: "cancelled", leave_group }),
      apply(state) {
        const present = contractIn(state, contract);
        if (!present) return { status: 404 };
        return withLeaving(state, person, () => {
          const stood = present.stands;
          present.stands = false;
          settle(state, person);
          const place = placeOf(state, person);
          if (leave_group && stood && place && !place.member.travels) leave(place.group, person);
        });
      },
    };
  }

  function uncancel(): Step | null {
    const cancelled = at().contracts.filter(({ stands }) => !stands);
    if (!cancelled.length) return null;
    const contract = pick(cancelled);
    const { id, person } = contract;
    return {
      name: `uncancel ${personOf(at(), person).name}'s ${id}`,
      send: () => client.put(`/api/contracts/${id}`, { status: "active" }),
      apply(state) {
        const present = contractIn(state, contract);
        if (!present) return { status: 404 };
        return withLeaving(state, person, () => {
          present.stands = true;
          settle(state, person);
        });
      },
    };
  }

  function remove(): Step | null {
    if (!at().contracts.length) return null;
    const contract = pick(at().contracts);
    const { id, person } = contract;
    return {
      name: `delete ${personOf(at(), person).name}'s ${id}`,
      send: () => client.delete(`/api/contracts/${id}`),
      apply(state) {
        if (!contractIn(state, contract)) return { status: 404 };
        return withLeaving(state, person, () => {
          state.contracts = state.contracts.filter((one) => one.id !== id);
          const place = placeOf(state, person);
          if (place && !contractsOf(state, person).length) leave(place.group, person);
          else settle(state, person);
        });
      },
    };
  }

  function enter(): Step | null {
    const { id: customer_id, name } = anyone();
    if (placeOf(at(), customer_id) && random(5)) return null;
    const { id, name: groupName } = pick(at().groups);
    return {
      name: `${name} joins ${groupName}`,
      send: () => client.post(`/api/groups/${id}/members`, { customer_id }),
      apply(state) {
        const group = groupOf(state, id);
        if (placeOf(state, customer_id) || isFull(group)) return { status: 409 };
        join(state, group, customer_id);
        return { status: 201 };
      },
    };
  }

  function exit(): Step | null {
    const group = pick(at().groups);
    const person = group.members.length ? pick(group.members).person : 0;
    if (!person) return null;
    return {
      name: `${personOf(at(), person).name} leaves ${group.name}`,
      send: () => client.delete(`/api/groups/${group.id}/members/${person}`),
      apply(state) {
        const present = groupOf(state, group.id);
        if (!present.members.some((one) => one.person === person)) return { status: 404 };
        leave(present, person);
        return { status: 200 };
      },
    };
  }

  /** A clerk confirms a family, as far as it is in a group. */
  function confirmFamily(): Step | null {
    const { kin } = anyone();
    const group = pick(at().groups);
    const travellers = group.members.filter(({ travels }) => travels).map(({ person }) => person);
    const customer_ids = travellers.filter((id) => personOf(at(), id).kin === kin);
    if (!kin || !customer_ids.length) return null;
    return {
      name: `${kin} of ${group.name}: ${customer_ids}`,
      send: () => client.post(`/api/groups/${group.id}/families`, { name: kin, customer_ids }),
      apply(state) {
        const { members } = groupOf(state, group.id);
        const relatives = members.filter(({ person, travels }) => travels && customer_ids.includes(person));
        if (relatives.length < customer_ids.length) return { status: 409 };
        for (const relative of relatives) relative.family = kin;
        return { status: 201 };
      },
    };
  }

  /** A birthday near the day at which an age changes. */
  function correctBirth(): Step {
    const { id, name } = anyone();
    const { start } = at().trip;
    const date_of_birth = birthBefore(start, pick([1, 2, 2, 11, 12, 12, 40]), random(20));
    return {
      name: `${name} was born on ${date_of_birth}`,
      send: () => client.put(`/api/customers/${id}`, { date_of_birth }),
      apply(state) {
        personOf(state, id).birth = date_of_birth;
        return { status: 200 };
      },
    };
  }

  return { sign, cancel, uncancel, remove, enter, exit, confirmFamily, correctBirth };
}
