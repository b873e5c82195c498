/** As airlines count: an infant is younger than 2 on the day of travel, a child younger than 12. */
export const ages = { infant: 2, child: 12 };
