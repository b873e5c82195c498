import { formatAmount } from "~/domain/money";
import { cellText } from "~/domain/travellers";
import { fieldColumns } from "~/http/field-columns.server";
import { integratedPackage } from "./package";
import type { PackageWithHotels } from "./packages.server";

const { labels } = integratedPackage;

export const columns = fieldColumns<PackageWithHotels>(integratedPackage, {
  total_cost: { head: `${labels.total_cost} (بالعملة الافتراضية)` },
  total_price: {
    behind: [
      {
        head: labels.prices,
        width: 40,
        cell: ({ prices = [], currency }) =>
          prices
            .map(
              ({ room, traveller, amount }) =>
                `${cellText(room, traveller)}: ${formatAmount(amount, currency.decimals)}`,
            )
            .join(" · "),
      },
    ],
  },
  hotel_id: {
    behind: [
      {
        head: `${labels.stays} (الليالي)`,
        width: 40,
        cell: ({ sleeps }) => sleeps.map(({ hotel, nights }) => `${hotel} (${nights})`).join("، "),
      },
    ],
  },
});
