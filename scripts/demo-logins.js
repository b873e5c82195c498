/** The accounts of the demonstration office: the seeds make them, `npm run demo` and its login screen name them. */
export const demoLogins = [
  { username: "admin", password: "Mina-2026", title: "مدير النظام" },
  { username: "cashier", password: "Arafat-2026", title: "أمين الصندوق" },
  { username: "sales", password: "Safa-2026", title: "موظف المبيعات" },
  { username: "visas", password: "Marwa-2026", title: "موظف التأشيرات" },
];
