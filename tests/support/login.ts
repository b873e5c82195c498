/**
 * Logs in to an office and asks it for the session's user.
 *
 * @param office that answers unless a call names another one's address
 */
export function loginsTo(office: { readonly url: string }) {
  /** By call or by form, as the path tells. */
  async function post(
    path: string,
    credentials: object,
    headers: Record<string, string> = {},
    url = office.url,
  ) {
    const isCall = path.startsWith("/api/");
    const response = await fetch(url + path, {
      method: "POST",
      redirect: "manual",
      headers: {
        "Content-Type": isCall ? "application/json" : "application/x-www-form-urlencoded",
        ...headers,
      },
      body: isCall ? JSON.stringify(credentials) : new URLSearchParams(credentials as Record<string, string>),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  }
  return {
    post,
    login: (username: string, password: string, headers?: Record<string, string>, url?: string) =>
      post("/api/auth/login", { username, password }, headers, url),
    me: (cookie: string, url = office.url) => fetch(`${url}/api/auth/me`, { headers: { Cookie: cookie } }),
  };
}

export const cookieOf = ({ headers }: { headers: Headers }) => headers.getSetCookie()[0] ?? "";
export const pairOf = (cookie: string) => cookie.split(";")[0] ?? "";
