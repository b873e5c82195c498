import type { FieldErrors } from "~/domain/domain-error";
import type { RoomName, Traveller } from "~/domain/travellers";
import type { Commission } from "~/features/contracts/commission.server";
import type { contractStates } from "~/features/contracts/contract";
import type { Booking, Terms } from "~/features/financial/receipts/booking.server";
import type { Decimal } from "~/features/money/money.server";

/** The records that a row would create. */
export type Draft = {
  contract: {
    customer_id: number;
    campaign_id: number;
    package_id: number;
    room: RoomName | null;
    traveller: Traveller | null;
    supplement_amount: Decimal | null;
    contract_date: string;
    currency_id: number;
    total_amount: Decimal;
    discount_amount?: Decimal;
    discount_reason?: string | null;
    discounted_on?: string | null;
    discounted_by?: number | null;
    package_cost: Decimal;
    status: (typeof contractStates.names)[number];
    visa_issue_date?: string | null;
    visa_duration_days?: number | null;
    notes: string | null;
  } & Partial<Commission>;
  /** The faults of the payment, of the discount and of the commission; they count only if the contract is new. */
  faults: FieldErrors;
  paid: { amount: Decimal; account_id: number; date: string; description: string } | null;
  voucher?: Terms & Booking;
};

/** What tells one contract from another. */
export type Key = Pick<Draft["contract"], "customer_id" | "campaign_id" | "package_id" | "contract_date">;
