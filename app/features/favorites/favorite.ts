/** The noun of the favourites. Users write their own; managing the settings allows those for all. */
export const favorite = {
  table: "saved_views",
  path: "/favorites",
  labels: { name: "الاسم", for_all: "لمن", address: "العنوان" },
} as const;

export const managesForAll = "manage_settings";

/** The most favourites of a user, and the most for all, since the menu shows them. */
export const mostFavorites = 20;
