/*
 * A browser that refuses cookies logs in, and is a stranger again at the next page. The login tells it so: a page that follows the login
 * and brings no cookie at all goes back to it with a mark and a cookie. If the login then has no cookie either, the browser refuses them.
 * A browser whose cookies were merely deleted brings the new one.
 */
const mark = "cookies";
const trial = "office_cookies=1; Path=/; Max-Age=60; HttpOnly; SameSite=Lax";

const hasNoCookie = ({ headers }: Request) => !headers.get("Cookie");

/** Whether a request comes from the login. The browser keeps the page from which it comes when it follows a redirect. */
function followsLogin({ headers, url }: Request) {
  const from = headers.get("Referer") ?? "";
  return (
    URL.canParse(from) &&
    new URL(from).host === new URL(url).host &&
    /^\/login(\/code)?$/i.test(new URL(from).pathname)
  );
}

/** The redirect of a stranger to this address of the login, as `redirect` takes it. */
export function toLogin(request: Request, login: string): [address: string, headers: Headers] {
  if (!hasNoCookie(request) || !followsLogin(request)) return [login, new Headers()];
  const address = `${login}${login.includes("?") ? "&" : "?"}${mark}=refused`;
  return [address, new Headers({ "Set-Cookie": trial })];
}

/** Whether the browser that asks for the login is known to refuse cookies. */
export const refusesCookies = (request: Request) =>
  new URL(request.url).searchParams.get(mark) === "refused" && hasNoCookie(request);
