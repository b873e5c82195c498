import { countPhrase, days } from "~/domain/count-words";
import type { Language } from "~/domain/language";
import { travellerLabels } from "~/domain/travellers";
import { nightCount } from "~/features/journey/nights";
import type { RoomKind } from "~/features/journey/strangers.server";
import { bedCount } from "~/features/lodging/room";
import { mealsInWords } from "~/features/services/catering/catering";
import { roomKind } from "~/features/services/packages/package";

const english = (count: number, one: string) => `${count} ${one}${count === 1 ? "" : "s"}`;
const rooms = ["Single", "Double", "Triple", "Quad"];
const arabicRooms = [1, 2, 3, 4, 5].map(roomKind).concat("سداسية");

/** What a service voucher says, in each of its languages. */
export const words = {
  ar: {
    title: "قسيمة خدمات",
    guests: "المستفيدون",
    guest: "الاسم",
    otherName: "الاسم كما في الجواز",
    passport: "رقم الجواز",
    contract: "رقم العقد",
    journey: "الرحلة",
    campaign: "الحملة",
    group: "المجموعة",
    campaignPeriod: "مدة الحملة",
    from: "من",
    to: "إلى",
    departure: "المغادرة",
    return: "العودة",
    hotels: "السكن",
    hotel: "الفندق",
    city: "المدينة",
    checkIn: "الدخول",
    checkOut: "الخروج",
    nights: "الليالي",
    room: "الغرفة",
    meals: "الإعاشة",
    transport: "النقل",
    services: "خدمات أخرى",
    flights: "الرحلات الجوية",
    emergency: "هواتف الطوارئ",
    office: "المكتب",
    supervisor: "المشرف",
    qr: "رمز رقم العقد",
    none: "—",
    bedless: { infant: "رضيع بلا سرير", child_without_bed: travellerLabels.child_without_bed },
    comma: "، ",
    noHotel: "بدون سكن",
    signatures: ["ختم المكتب وتوقيعه"],
    nightsIn: (count: number) => countPhrase(count, nightCount),
    daysIn: (count: number) => countPhrase(count, days),
    roomOf: roomKind,
    roomIn: (kind: RoomKind, beds: number) =>
      `${kind === "family" ? "عائلية " : ""}${arabicRooms[beds - 1] ?? `من ${countPhrase(beds, bedCount, "genitive")}`}`,
    mealsOf: mealsInWords,
  },
  en: {
    title: "Service voucher",
    guests: "Guests",
    guest: "Name",
    otherName: "Name in Arabic",
    passport: "Passport No.",
    contract: "Contract No.",
    journey: "Journey",
    campaign: "Campaign",
    group: "Group",
    campaignPeriod: "Campaign period",
    from: "from",
    to: "to",
    departure: "Departure",
    return: "Return",
    hotels: "Accommodation",
    hotel: "Hotel",
    city: "City",
    checkIn: "Check-in",
    checkOut: "Check-out",
    nights: "Nights",
    room: "Room",
    meals: "Meals",
    transport: "Transport",
    services: "Other services",
    flights: "Flights",
    emergency: "Emergency telephones",
    office: "Office",
    supervisor: "Supervisor",
    qr: "QR code of the contract's number",
    none: "—",
    bedless: { infant: "Infant without bed", child_without_bed: "Child without bed" },
    comma: ", ",
    noHotel: "No accommodation",
    signatures: ["Office stamp and signature"],
    nightsIn: (count: number) => english(count, "night"),
    daysIn: (count: number) => english(count, "day"),
    roomOf: (sharing: number) => rooms[sharing - 1] ?? "Quint",
    roomIn: (kind: RoomKind, beds: number) => {
      const size = rooms[beds - 1] ?? `${beds}-bed`;
      return kind === "family" ? `Family, ${size.toLowerCase()}` : size;
    },
    mealsOf: (count: number) => (count === 0 ? "open meals" : `${english(count, "meal")} a day`),
  },
} satisfies Record<Language, object>;
