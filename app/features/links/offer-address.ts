/** The address of the list of offers, which contracts name too. */
export const offersPath = "/offers";
