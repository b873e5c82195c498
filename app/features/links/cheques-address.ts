/** The list of cheques. */
export const chequesPath = "/financial/cheques";

/** The page that collects a cheque. */
export const collectAddress = (id: number) => `${chequesPath}/collect?cheque=${id}`;

/** The cheques in hand that may be collected today. */
export const dueChequesAddress = `${chequesPath}?due=overdue`;
