import { createContext } from "react";

/** The nonce that allows this answer's own scripts (Content-Security-Policy). Only the server knows it. */
export const NonceContext = createContext<string | undefined>(undefined);
