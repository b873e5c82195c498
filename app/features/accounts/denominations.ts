/** The notes and coins in use by currency, the largest first. A currency without them is counted as one sum. */
const denominations = new Map<string, string>([
  ["AED", "1000 500 200 100 50 20 10 5 1 0.50 0.25"],
  ["BHD", "20 10 5 1 0.500 0.100 0.050 0.025 0.010 0.005"],
  ["EGP", "200 100 50 20 10 5 1 0.50 0.25"],
  ["EUR", "500 200 100 50 20 10 5 2 1 0.50 0.20 0.10 0.05 0.02 0.01"],
  ["GBP", "50 20 10 5 2 1 0.50 0.20 0.10 0.05 0.02 0.01"],
  ["IQD", "50000 25000 10000 5000 1000 500 250"],
  ["JOD", "50 20 10 5 1 0.500 0.250 0.100 0.050"],
  ["KWD", "20 10 5 1 0.500 0.250 0.100 0.050 0.020 0.010 0.005"],
  ["OMR", "50 20 10 5 1 0.500 0.100 0.050 0.025 0.010 0.005"],
  ["QAR", "500 200 100 50 10 5 1 0.50 0.25"],
  ["SAR", "500 200 100 50 20 10 5 2 1 0.50 0.25 0.10 0.05 0.01"],
  ["TRY", "200 100 50 20 10 5 1 0.50 0.25 0.10 0.05"],
  ["USD", "100 50 20 10 5 2 1 0.50 0.25 0.10 0.05 0.01"],
  ["YER", "1000 500 250 200 100 50 20 10 5"],
]);

export const denominationsOf = (currencyCode: string) => denominations.get(currencyCode)?.split(" ") ?? [];

/** The form's field for the number of pieces: `piece_0_50`. */
export const pieceField = (denomination: string) => `piece_${denomination.replace(".", "_")}`;
