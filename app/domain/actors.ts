/** The names for actors without a login: a migration or script, and a stranger at the login. */
export const nobody = { system: "النظام", stranger: "غير معروف" };
