/**
 * Gives the page a storage of its own where the browser has none: it is null where it is off, and throws where it is denied. The
 * framework expects one. It lasts as long as the page.
 */
export function supplyStorage() {
  for (const name of ["localStorage", "sessionStorage"] as const) {
    try {
      if (window[name]) continue;
    } catch {}
    const items = new Map<string, string>();
    const value = {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, item: string) => void items.set(key, item),
      removeItem: (key: string) => void items.delete(key),
      clear: () => items.clear(),
    };
    Object.defineProperty(window, name, { value });
  }
}

/** Does something with the browser's storage, which throws where it is full. Nothing that the office does depends on it. */
export function withStorage(work: (storage: Storage) => void) {
  try {
    work(localStorage);
  } catch {}
}
