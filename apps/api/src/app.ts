import { AssayError } from "@assay/contract";
import { Hono } from "hono";
import { drainRefused } from "./middleware/drain-refused.ts";
import { dropHeadBody } from "./middleware/drop-head-body.ts";
import { errorReply, onError } from "./middleware/errors.ts";
import { refuseUnknownMethods } from "./middleware/known-paths.ts";
import { requestId } from "./middleware/request-id.ts";
import { securityHeaders } from "./middleware/security-headers.ts";
import { session } from "./middleware/session.ts";
import { routes } from "./routes/index.ts";
import type { ApiServices } from "./services.ts";
import type { ApiEnv } from "./variables.ts";

/** The whole service as a `fetch` handler. `mount` adds what an entry serves beside the API, such as a local issuer. */
export function createApp(services: ApiServices, mount: (app: Hono<ApiEnv>) => void = () => {}): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>();
  app.use(dropHeadBody, drainRefused, requestId, securityHeaders);
  app.use(async (c, next) => {
    c.set("services", services);
    await next();
  });
  app.onError(onError);
  app.notFound((c) => errorReply(c, new AssayError("NOT_FOUND", "Cannot find this path")));
  mount(app);
  app.use("/api/*", session);
  app.route("/", refuseUnknownMethods(routes));
  app.route("/", routes);
  return app;
}
