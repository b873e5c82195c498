/** How the favourites are called; each user writes their own, and who manages the settings those for all. */
export const favorite = {
  table: "saved_views",
  path: "/favorites",
  labels: { name: "الاسم", for_all: "لمن", address: "العنوان" },
} as const;

export const managesForAll = "manage_settings";

/** As many as a user keeps, and as many for all: the menu shows them. */
export const mostFavorites = 20;
