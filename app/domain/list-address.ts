/** The parameter of a list's address that asks for the sums of more rows than are counted. */
export const askForSums = "sums";
