import { compareMoments, later } from "./calendar";
import { type Campaign, campaigns } from "./campaigns";
import { type Contract, noon } from "./contracts";
import type { Office } from "./office";
import type { Pilgrim } from "./pilgrims";

type Group = {
  name: string;
  name_latin: string;
  /** The campaign's index. */
  campaign: 0 | 1 | 2 | 3;
  bus: string | null;
  supervisor: string | null;
  phone: string | null;
  capacity: number;
  /** The number of the campaign's pilgrims who join, in the order of their signing. */
  members: number;
  /** Days after the campaign's first day; null if it is not set yet. */
  departsOnDay: number | null;
  /** As the clerk types them; dates are the group's own. */
  flights?: string;
  has_departed?: boolean;
  openedDaysAgo: number;
};

/** Groups of every state: departed by their date and by hand, full, half full and empty. */
const groups: Group[] = [
  {
    name: "فوج نسائم مكة الأول",
    name_latin: "Nasaem Makkah 1",
    campaign: 0,
    bus: "رواحل المشاعر",
    supervisor: "sales",
    phone: "+966 55 410 2210",
    capacity: 30,
    members: 18,
    departsOnDay: 0,
    openedDaysAgo: 120,
  },
  {
    name: "فوج نسائم مكة الثاني",
    name_latin: "Nasaem Makkah 2",
    campaign: 0,
    bus: "أم القرى للنقل",
    supervisor: "visas",
    phone: "+966 55 410 2211",
    capacity: 14,
    members: 6,
    departsOnDay: null,
    has_departed: true,
    openedDaysAgo: 118,
  },
  {
    name: "فوج رحاب طيبة الأول",
    name_latin: "Rihab Taibah 1",
    campaign: 1,
    bus: "أبو سرهد للنقل",
    supervisor: "visas",
    phone: "+966 55 410 2211",
    capacity: 12,
    members: 12,
    departsOnDay: 0,
    flights: "IY 520 SAH – JED 14:30\nIY 521 JED – SAH 19:05",
    openedDaysAgo: 30,
  },
  {
    name: "فوج رحاب طيبة الثاني",
    name_latin: "Rihab Taibah 2",
    campaign: 1,
    bus: "رواحل المشاعر",
    supervisor: "sales",
    phone: "+966 55 410 2210",
    capacity: 20,
    members: 9,
    departsOnDay: 1,
    openedDaysAgo: 14,
  },
  {
    name: "فوج ضيوف الرحمن",
    name_latin: "Duyuf Al Rahman",
    campaign: 2,
    bus: "البراق للنقل الدولي",
    supervisor: "visas",
    phone: null,
    capacity: 45,
    members: 7,
    departsOnDay: 0,
    flights: "IY 640 ADE – JED 09:15\nIY 641 JED – ADE 22:40",
    openedDaysAgo: 20,
  },
  {
    name: "فوج ضيوف الرحمن (احتياط)",
    name_latin: "Duyuf Al Rahman, reserve",
    campaign: 2,
    bus: null,
    supervisor: null,
    phone: null,
    capacity: 20,
    members: 0,
    departsOnDay: null,
    openedDaysAgo: 3,
  },
  {
    name: "فوج أنوار الحرمين",
    name_latin: "Anwar Al Haramain",
    campaign: 3,
    bus: "سابتكو",
    supervisor: "visas",
    phone: "+966 55 410 2211",
    capacity: 49,
    members: 45,
    departsOnDay: 0,
    flights: "IY 524 SAH – JED 10:20\nIY 529 MED – SAH 18:45",
    openedDaysAgo: 7,
  },
];

/** Adds pilgrims to the groups of their campaign in the order of their signing, each once. */
export async function formGroups(office: Office, contracts: Contract[]) {
  const { trx, insert, id, times, calendar } = office;
  const waiting = campaigns.map(({ name }) => signersOf(name, contracts));
  await insert(
    "groups",
    "name",
    groups.map(({ campaign, bus, supervisor, phone, members, departsOnDay, openedDaysAgo, ...group }) => {
      const { name, departsIn } = campaigns[campaign] as Campaign;
      const daysAhead = departsIn === "hajj" ? calendar.daysToHajj() : departsIn;
      return {
        ...group,
        campaign_id: id("campaigns", name),
        transportation_id: bus && id("transportations", bus),
        supervisor_id: supervisor && id("users", supervisor),
        supervisor_phone: phone,
        departure_date: departsOnDay === null ? null : calendar.day(-daysAhead - departsOnDay),
        ...times({ daysAgo: openedDaysAgo, minute: noon }),
      };
    }),
  );
  for (const { name, campaign, members, openedDaysAgo } of groups) {
    const opened = { daysAgo: openedDaysAgo, minute: noon };
    const joining = waiting[campaign]?.splice(0, members) ?? [];
    if (joining.length < members) throw new Error(`The campaign has too few signers for ${name}.`);
    if (!members) continue;
    const all = name === groupOfCancelled ? [...joining, ...cancelledIn(campaign, contracts)] : joining;
    await trx("group_members").insert(
      all.map(({ pilgrim, signed }) => ({
        group_id: id("groups", name),
        campaign_id: id("campaigns", (campaigns[campaign] as Campaign).name),
        customer_id: id("customers", pilgrim.national_id),
        added_by: id("users", "visas"),
        added_at: calendar.instant(later(compareMoments(signed, opened) < 0 ? opened : signed, 25)),
      })),
    );
  }
}

/** The group in which one stays who has cancelled since, and does not travel. */
const groupOfCancelled = "فوج رحاب طيبة الثاني";

const cancelledIn = (campaign: number, contracts: Contract[]) =>
  contracts
    .filter(({ campaign: name, status }) => name === campaigns[campaign]?.name && status === "cancelled")
    .slice(-1);

function signersOf(campaign: string, contracts: Contract[]) {
  const signers = new Map<Pilgrim, Contract>();
  for (const contract of contracts)
    if (contract.campaign === campaign && contract.status !== "cancelled" && !signers.has(contract.pilgrim))
      signers.set(contract.pilgrim, contract);
  return [...signers.values()];
}
