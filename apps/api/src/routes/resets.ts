import { operations } from "@assay/contract/operations";
import { askReset, completeReset, exchangeReset } from "@assay/core/resets";
import type { Hono } from "hono";
import { describeError } from "../logger.ts";
import { bind, serve } from "../middleware/bind.ts";
import type { ApiEnv } from "../variables.ts";

/** No reply is earlier, so that its time does not tell whether there is an account. */
const REPLY_MS = 300;

/** What somebody does who cannot sign in: the routes that need no membership. */
export function resetRoutes(): Hono<ApiEnv> {
  return serve(
    bind(operations.resets.ask, async (c) => {
      const { db, accounts, mail, dispatcher, logger } = c.var.services;
      const { email } = c.req.valid("json");
      const ask = async () => {
        const send = await askReset(db, accounts, { email, isMailed: mail !== undefined });
        // Nobody waits for it: there is something to do for some addresses only.
        void send()
          .then((jobs) => (jobs.length > 0 ? dispatcher.dispatch(jobs) : undefined))
          .catch((error: unknown) => logger.error("reset.failed", describeError(error)));
      };
      await Promise.all([ask(), new Promise((resolve) => setTimeout(resolve, REPLY_MS))]);
      return c.body(null, 202);
    }),
    bind(operations.resets.exchange, async (c) => {
      const { db, accounts } = c.var.services;
      return c.json({ reset: await exchangeReset(db, accounts, c.req.valid("json").secret) });
    }),
    bind(operations.resets.complete, async (c) => {
      const { db, accounts } = c.var.services;
      await completeReset(db, accounts, c.req.valid("json"));
      return c.body(null, 204);
    }),
  );
}
