import { AssayError } from "@assay/contract";
import { Hono } from "hono";
import { compressReplies } from "./middleware/compress-replies.ts";
import { crossOrigin } from "./middleware/cross-origin.ts";
import { drainRefused } from "./middleware/drain-refused.ts";
import { dropHeadBody } from "./middleware/drop-head-body.ts";
import { errorReply, onError } from "./middleware/errors.ts";
import { refuseUnknownMethods } from "./middleware/known-paths.ts";
import { limitRate } from "./middleware/limit-rate.ts";
import { OPEN_WRITES, refuseInMaintenance } from "./middleware/refuse-in-maintenance.ts";
import { requestId } from "./middleware/request-id.ts";
import { requestLog } from "./middleware/request-log.ts";
import { securityHeaders } from "./middleware/security-headers.ts";
import { session } from "./middleware/session.ts";
import { apiDocumentRoutes } from "./routes/api-document.ts";
import { checkpointKeyRoutes } from "./routes/checkpoint-keys.ts";
import { deploymentRoutes } from "./routes/deployment.ts";
import { errorHelpRoutes } from "./routes/error-help.ts";
import { healthRoutes } from "./routes/health.ts";
import { routes } from "./routes/index.ts";
import { invitationRoutes } from "./routes/invitations.ts";
import { linkExchangeRoutes } from "./routes/links.ts";
import { MCP, mcp, mcpGuards } from "./routes/mcp.ts";
import { oauthRoutes } from "./routes/oauth.ts";
import { resetRoutes } from "./routes/resets.ts";
import type { ApiServices } from "./services.ts";
import { describeTus, TUS_PATHS } from "./upload/tus-headers.ts";
import type { ApiEnv } from "./variables.ts";

/**
 * The whole service as a `fetch` handler. `mount` adds what an entry serves next to the API, such as a local issuer.
 * `compress` is for runtimes that nothing in front compresses for.
 */
export function createApp(
  services: ApiServices,
  mount: (app: Hono<ApiEnv>) => void = () => {},
  { compress = false } = {},
): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>();
  app.use(async (c, next) => {
    c.set("services", services);
    await next();
  });
  if (compress) app.use("/api/*", compressReplies);
  app.use(
    dropHeadBody,
    drainRefused,
    requestId,
    requestLog,
    securityHeaders,
    crossOrigin(services.settings.corsOrigins),
  );
  app.onError(onError);
  app.notFound((c) => errorReply(c, new AssayError("NOT_FOUND", "Cannot find this path")));
  const add = (part: Hono<ApiEnv>) => app.route("/", refuseUnknownMethods(part)).route("/", part);
  add(healthRoutes(services));
  add(checkpointKeyRoutes(services));
  add(deploymentRoutes(services));
  add(apiDocumentRoutes(app));
  mount(app);
  add(errorHelpRoutes());
  for (const path of OPEN_WRITES) app.use(path, refuseInMaintenance);
  add(linkExchangeRoutes());
  add(invitationRoutes());
  add(resetRoutes());
  add(oauthRoutes());
  app.on("OPTIONS", TUS_PATHS, (c) => c.body(null, 204, describeTus(services.settings)));
  app.use("/api/*", session, limitRate("requests"), refuseInMaintenance);
  add(routes);
  app.use(MCP.path, ...mcpGuards);
  add(mcp);
  return app;
}
