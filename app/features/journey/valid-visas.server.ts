/* Which visas are good for a journey, as SQL on the rows of `visas` and `campaigns`. */

/** The days of a visa if no contract of its customer has a number (rulings §4). */
export const usualDays = 90;

/** The type of visa for a campaign's pilgrims, in SQL with a join of `campaigns`. */
export const visaTypeOfCampaign = "CASE campaigns.type WHEN 'حج' THEN 'hajj' ELSE 'umrah' END";

/**
 * The last day of an approved visa, in SQL. The customer's latest contract that is not cancelled decides the number of days
 * (rulings §4).
 */
export const lastDay = `(visas.approval_date + coalesce((
    SELECT visa_duration_days FROM contracts
    WHERE contracts.customer_id = visas.customer_id AND stands(contracts.status)
    ORDER BY contract_date DESC, contracts.id DESC LIMIT 1), ${usualDays}))`;

/** A lower bound of a visa's days: the shortest stay among the contracts, or the usual number if it is smaller. */
export const shortest = `least(${usualDays}, (
      SELECT min(visa_duration_days) FROM contracts WHERE stands(status) AND visa_duration_days IS NOT NULL))`;

/**
 * Whether a visa is valid from one day to another, both included, or was valid if the last day is past; in SQL, with the
 * office's today as `:today`. The shortest stay proves it for most visas, so that few contracts are read.
 */
export const goodOn = (day: string, until = day) =>
  `coalesce(visas.approval_date <= ${day}
    AND (visas.status = 'approved' OR visas.status = 'expired' AND ${until} <= :today::date)
    AND (visas.approval_date + ${shortest} >= ${until} OR ${lastDay} >= ${until}), false)`;

/**
 * In what order a traveller's visas count for a journey, in SQL: one that is good to the end, one that waits, one that is good on the
 * departure, one in the present passport, the newest. Of another type than the campaign's none counts.
 * @param onAnother whether a visa is in another passport
 */
export const asTheyCount = (departure: string, until: string, onAnother: string) =>
  `${goodOn(departure, until)} DESC, visas.status = 'pending' DESC, ${goodOn(departure)} DESC, ${onAnother}, visas.id DESC`;

/** Whether a visa is in another passport than this one, in SQL; a number that is not stored is not held against it. */
export const onAnotherPassport = (passport: string) => `coalesce(visas.passport_number <> ${passport}
    AND paper_number_key(visas.passport_number) <> paper_number_key(${passport}), false)`;
