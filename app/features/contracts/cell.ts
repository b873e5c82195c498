/** The columns of what a form says of each companion: under `companion_cells` stand a customer, a room and a kind in turn. */
export const companionColumns = ["customer_id", "room", "traveller"] as const;
