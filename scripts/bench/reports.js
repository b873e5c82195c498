const year = new Date().getFullYear() - 1;
const financial = (/** @type {string} */ query) => `/reports/financial?${query}`;
const administrative = (/** @type {string} */ query) => `/reports/administrative?${query}`;

/** Every report of the office, over the year that `createOffice` fills, and where it has most to read. */
export const reports = [
  ...["cash", "contracts", "balances"].flatMap((report) => [
    financial(`report=${report}&period=yearly&on=${year}-06-15`),
    financial(`report=${report}&period=monthly&on=${year}-06-15`),
    financial(`report=${report}&from=${year}-01-01&to=${year + 1}-12-31`),
  ]),
  financial("report=profit"),
  financial("report=profit&campaign_id=1"),
  ...["campaigns", "customers", "services", "operations"].flatMap((report) => [
    administrative(`report=${report}&from=${year}-06-01&to=${year}-06-30`),
    administrative(`report=${report}&from=${year}-06-01&to=`), // many signed before it, for whom it looks too
    administrative(`report=${report}&from=&to=`),
  ]),
];
