/** Whether a proxy stands in front, whose forwarding headers are true (TRUST_PROXY). */
export const trustsProxy = () => Boolean(process.env.TRUST_PROXY) && process.env.TRUST_PROXY !== "0";
