import type { Tone } from "~/domain/states";

type FlightStatus = "confirmed" | "pending" | "cancelled";

export const flightStatusLabels: Record<FlightStatus, string> = {
  confirmed: "مؤكدة",
  pending: "قيد الانتظار",
  cancelled: "ملغاة",
};
export const flightStatusTones: Record<FlightStatus, Tone> = {
  confirmed: "good",
  pending: "gold",
  cancelled: "bad",
};

export type Flight = {
  id: number;
  number: string;
  airline: string;
  from: string;
  to: string;
  departure: string;
  arrival: string;
  seats: number;
  status: FlightStatus;
};

/** Fixed samples (spec §1): no flight is stored. */
export const sampleFlights: Flight[] = [
  {
    id: 1,
    number: "SV 591",
    airline: "الخطوط السعودية",
    from: "صنعاء",
    to: "جدة",
    departure: "2026-05-18 08:30",
    arrival: "2026-05-18 10:15",
    seats: 45,
    status: "confirmed",
  },
  {
    id: 2,
    number: "IY 602",
    airline: "الخطوط اليمنية",
    from: "عدن",
    to: "المدينة المنورة",
    departure: "2026-05-20 14:00",
    arrival: "2026-05-20 16:10",
    seats: 90,
    status: "pending",
  },
  {
    id: 3,
    number: "SV 592",
    airline: "الخطوط السعودية",
    from: "جدة",
    to: "صنعاء",
    departure: "2026-06-02 21:45",
    arrival: "2026-06-02 23:30",
    seats: 45,
    status: "confirmed",
  },
  {
    id: 4,
    number: "XY 228",
    airline: "طيران ناس",
    from: "المدينة المنورة",
    to: "عدن",
    departure: "2026-06-04 05:20",
    arrival: "2026-06-04 07:25",
    seats: 60,
    status: "cancelled",
  },
];
