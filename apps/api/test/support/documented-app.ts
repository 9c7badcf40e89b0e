import type { Hono } from "hono";
import { createApp } from "../../src/app.ts";
import { SIGN_IN_ROUTES } from "../../src/openapi/local-sign-in.ts";
import type { ApiServices } from "../../src/services.ts";
import type { ApiEnv } from "../../src/variables.ts";

/** The app with all its routes, to be described and not called: no service is behind it. */
export function documentedApp({ issuer = true, pages }: { issuer?: boolean; pages?: Hono<ApiEnv> } = {}): Hono<ApiEnv> {
  const services = {
    logger: { info() {}, error() {} },
    settings: { corsOrigins: [] as string[] },
  } as unknown as ApiServices;
  return createApp(services, (app) => {
    if (pages) app.route("/", pages);
    if (!issuer) return;
    for (const name of Object.keys(SIGN_IN_ROUTES)) {
      const [method, path] = name.split(" ") as [string, string];
      app.on(method, path, (c) => c.body(null));
    }
  });
}
