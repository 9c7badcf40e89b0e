/** Somebody with a browser, who signs in at the pages that `oidc-provider` has for development. */
export function personAtProvider(name: string) {
  const cookies = new Map<string, string>();

  async function ask(url: URL, form?: URLSearchParams): Promise<Response> {
    const response = await fetch(url, {
      redirect: "manual",
      headers: { cookie: [...cookies].map(([key, value]) => `${key}=${value}`).join("; ") },
      ...(form && { method: "POST", body: form }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ""] = cookie.split(";");
      const at = pair.indexOf("=");
      cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return response;
  }

  /** Follows redirects and fills in forms until an address ends with `end`, which is not asked any more. */
  async function reach(start: string, end: string): Promise<URL> {
    let url = new URL(start);
    let form: URLSearchParams | undefined;
    for (let steps = 0; steps < 20; steps++) {
      const response = await ask(url, form);
      const location = response.headers.get("location");
      form = undefined;
      if (location !== null) {
        url = new URL(location, url);
        if (url.pathname.endsWith(end)) return url;
        continue;
      }
      const page = await response.text();
      const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
      if (response.status !== 200 || prompt === undefined) throw new Error(`${response.status} ${url}: ${page}`);
      url = new URL(/action="([^"]+)"/.exec(page)?.[1] ?? url.href, url);
      form = new URLSearchParams({ prompt, login: name, password: "any" });
    }
    throw new Error(`Never came back from ${url}`);
  }

  return {
    /** To the site, and returns its address. */
    signIn: (start: string) => reach(start, "/sign-in"),
    /** To the service, without asking it: the reply of the provider. */
    reachService: (start: string) => reach(start, "/sso/callback"),
  };
}
