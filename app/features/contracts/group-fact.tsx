import { type Traveller, takesSeat } from "~/domain/travellers";
import type { Bed } from "~/features/journey/beds.server";
import { useHolds } from "~/ui/page/links";
import { Fact } from "~/ui/page/page";
import { stands } from "./contract";
import type { GroupOfContract } from "./group-of-contract.server";

const pathOf = (id: number) => `/trips/groups/${id}`;

/** The group of a contract's customer, with bed and seat, or the ways into those of its campaign. */
export function GroupFact({
  contract,
  place: { group, open },
}: {
  contract: { customer_id: number; status: string; traveller: Traveller | null };
  place: GroupOfContract;
}) {
  const mayOpen = useHolds("manage_trips");
  if (!mayOpen) return group ? <Fact label="المجموعة">{group.name}</Fact> : null;
  if (group) {
    const { id, name, travels, seat, beds } = group;
    const missing = beds.filter(({ room, is_bedless }) => !room && !is_bedless);
    const isBedless = beds[0]?.is_bedless;
    return (
      <Fact label="المجموعة">
        <a className="underline" href={`${pathOf(id)}/members`}>
          {name}
        </a>
        {travels && (
          <small className="block">
            <a className="underline" href={roomsOf(id, missing[0])}>
              {missing.length ? "بلا سرير: الغرف" : isBedless ? "لا سرير له" : "له سرير"}
            </a>{" "}
            ·{" "}
            <a className="underline" href={`${pathOf(id)}/buses`}>
              {seat ? (
                <>
                  المقعد <bdi>{seat}</bdi>
                </>
              ) : takesSeat(contract.traveller) ? (
                "بلا مقعد: الحافلات"
              ) : (
                "لا مقعد له"
              )}
            </a>
          </small>
        )}
      </Fact>
    );
  }
  if (!stands(contract) || !open.length) return null;
  return (
    <Fact label="المجموعة">
      <span className="block text-muted">بلا مجموعة. أضفه إلى:</span>
      {open.map(({ id, name, free }) => (
        <span key={id} className="block">
          <a
            className="underline"
            href={`${pathOf(id)}/members/new?customer_id=${contract.customer_id}`}
            data-discover="true"
          >
            {name}
          </a>{" "}
          <small className="text-muted">
            (شاغر <bdi>{free}</bdi>)
          </small>
        </span>
      ))}
    </Fact>
  );
}

/** The rooms of a group, in the first hotel in which a bed is missing. */
const roomsOf = (id: number, missing: Bed | undefined) =>
  `${pathOf(id)}/rooms${missing?.hotel_id ? `?hotel=${missing.hotel_id}&visit=${missing.visit}` : ""}`;
