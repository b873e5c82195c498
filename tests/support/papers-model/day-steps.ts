import {
  daysBetween,
  departureOf,
  type Group,
  groupOf,
  later,
  packagesOf,
  returnOf,
  type State,
  staysOfPackage,
} from "./model";
import type { Step, World } from "./world";

/* Steps of days: departures, trips, and stays whose days are typed. */

/** Moves what a clerk has typed and what lay within the old days. */
function moveStays({ typed }: Group, from: string, until: string, days: number) {
  const within = typed.filter((stay) => stay.in >= from && stay.in <= until);
  for (const stay of within) Object.assign(stay, { in: later(stay.in, days), out: later(stay.out, days) });
  return within.length;
}

/** The days of a group's stays contradict one another, or the departure. */
function hasFaults(state: State, group: Group) {
  return packagesOf(state, group).some((id) => {
    let free = departureOf(state, group) ?? "";
    return staysOfPackage(state, id, departureOf(state, group), group.typed).some((stay) => {
      const isWrong = (stay.in ?? "") < free || (stay.out ?? "") <= (stay.in ?? "");
      free = stay.out ?? free;
      return isWrong;
    });
  });
}

export function daySteps({ client, random, pick, state: at }: World) {
  function depart(): Step {
    const group = pick(at().groups);
    const known = departureOf(at(), group) ?? later(at().trip.start, 3);
    const mayFollow = group.isOnTrip || !group.typed.length;
    const departureDate = mayFollow && !random(4) ? null : later(known, random(9) - 4);
    const move = pick([true, undefined, undefined, false]);
    return {
      name: `${group.name} departs on ${departureDate}, moving: ${move}`,
      send: () => client.put(`/api/groups/${group.id}`, { departureDate, move }),
      apply(state) {
        const present = groupOf(state, group.id);
        const from = departureOf(state, present);
        const until = [returnOf(state, present), from ?? ""].sort().at(-1) as string;
        present.departure = departureDate;
        const to = departureOf(state, present);
        const days = from && to ? daysBetween(from, to) : 0;
        const stays = from && days && move !== false ? moveStays(present, from, until, days) : 0;
        return { status: 200, told: { moved: { groups: 0, stays } } };
      },
    };
  }

  function moveTrip(): Step {
    const { id, start, end } = at().trip;
    const days = random(9) - 4;
    const body = {
      start_date: later(start, days),
      end_date: later(end, days + pick([0, 0, 0, 1, -1])),
      move: pick([true, undefined, undefined, false]),
    };
    const moves = body.move !== false;
    return {
      name: `the trip moves to ${body.start_date} until ${body.end_date}, moving: ${body.move}`,
      send: () => client.put(`/api/trips/${id}`, body),
      apply(state) {
        const { trip } = state;
        const [from, until] = [trip.start, trip.end];
        const moved = daysBetween(from, body.start_date);
        // an end that stays as it was moves with the start
        const isOnlyStart = moves && body.end_date === until;
        const to = isOnlyStart ? later(until, moved) : body.end_date;
        const stages = trip.stages.map((stage) => ({
          ...stage,
          date: moves ? later(stage.date, moved) : stage.date,
        }));
        if (stages.some(({ date }) => date < body.start_date || date > to) || to < body.start_date)
          return { status: 422 };
        state.trip = { ...trip, start: body.start_date, end: to, stages };
        const told = { groups: 0, stays: 0 };
        if (!moves || !moved) return { status: 200, told: { moved: told } };
        for (const group of state.groups.filter(({ isOnTrip }) => isOnTrip)) {
          told.stays += moveStays(group, from, until, moved);
          if (group.departure && group.departure >= from && group.departure <= until) {
            group.departure = later(group.departure, moved);
            told.groups++;
          }
        }
        return { status: 200, told: { moved: told } };
      },
    };
  }

  function typeStay(): Step | null {
    const group = pick(at().groups);
    const packages = packagesOf(at(), group);
    if (!packages.length || !departureOf(at(), group)) return null;
    const stays = staysOfPackage(at(), pick(packages), departureOf(at(), group), group.typed);
    const { package: package_id, place, nights, in: from } = pick(stays);
    const check_in = random(4) ? later(from as string, random(4) - 1) : null;
    const check_out = check_in && later(check_in, nights + random(2));
    const sent = { package_id, place, check_in, check_out };
    return {
      name: `${group.name} sleeps in stay ${place} of ${package_id} from ${check_in} to ${check_out}`,
      send: () => client.put(`/api/groups/${group.id}/stays`, { stays: [sent] }),
      apply(state) {
        const present = groupOf(state, group.id);
        const departure = departureOf(state, present);
        if (!departure || !packagesOf(state, present).includes(package_id))
          return { status: hasFaults(state, present) ? 422 : 200 };
        const before = present.typed;
        const kept = keptOf(state, present);
        present.typed = kept.filter((stay) => stay.package !== package_id || stay.place !== place);
        if (check_in && check_out)
          present.typed.push({ package: package_id, place, in: check_in, out: check_out });
        if (hasFaults(state, present)) {
          present.typed = before;
          return { status: 422 };
        }
        present.typed = keptOf(state, present);
        return { status: 200 };
      },
    };
  }

  /** Days that are as they would be anyway are not kept; those of a package for which nobody travels are. */
  function keptOf(state: State, group: Group) {
    const present = packagesOf(state, group);
    return group.typed.filter(({ package: id, place, in: from, out }) => {
      if (!present.includes(id)) return true;
      const others = group.typed.filter((stay) => stay.package !== id || stay.place !== place);
      const usual = staysOfPackage(state, id, departureOf(state, group), others)[place - 1];
      return usual?.in !== from || usual?.out !== out;
    });
  }

  function link(): Step {
    const { id, name, typed, departure } = pick(at().groups.slice(1));
    const { isOnTrip } = groupOf(at(), id);
    const joins = !isOnTrip;
    const address = `/api/trips/${at().trip.id}/groups`;
    if (!joins && !departure && typed.length) return depart();
    return {
      name: `${name} ${joins ? "joins" : "leaves"} the trip`,
      send: () => (joins ? client.post(address, { group_id: id }) : client.delete(`${address}/${id}`)),
      apply(state) {
        const group = groupOf(state, id);
        if (group.isOnTrip === joins) return { status: joins ? 409 : 404 };
        group.isOnTrip = joins;
        return { status: joins ? 201 : 200 };
      },
    };
  }

  return { depart, moveTrip, typeStay, link };
}
