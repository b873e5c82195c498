/**
 * The users of the demo office. Their passwords are no secrets: the login screen shows them in demo mode.
 *
 * @typedef {{ username: string, password: string, title: string }} Login
 * @type {readonly [Login, ...Login[]]}
 */
export const demoLogins = [
  { username: "admin", password: "Mina-2026", title: "مدير النظام" },
  { username: "cashier", password: "Zamzam-2026", title: "أمين الصندوق" },
  { username: "sales", password: "Safa-2026", title: "موظف المبيعات" },
  { username: "visas", password: "Marwa-2026", title: "موظف التأشيرات" },
];
