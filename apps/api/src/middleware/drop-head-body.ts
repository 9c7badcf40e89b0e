import { createMiddleware } from "hono/factory";

/** An answer to HEAD has no body: what would feed it, such as an open file or a watched run, is let go. */
export const dropHeadBody = createMiddleware(async (c, next) => {
  await next();
  if (c.req.method === "HEAD") await c.res.body?.cancel();
});
