/** Who acts where nobody is logged in: a migration or a script of ops, and a stranger at the login. */
export const nobody = { system: "النظام", stranger: "غير معروف" };
