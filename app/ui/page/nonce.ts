import { createContext } from "react";

/** The number that lets this answer's own scripts run (Content-Security-Policy); only the server knows it. */
export const NonceContext = createContext<string | undefined>(undefined);
