import { getRun } from "@assay/core/runs";
import { connectServer } from "@assay/db/connect";
import { serve } from "@hono/node-server";
import { Hono } from "hono";

// A process with nothing of the service but its queries: what the measures compare its routes with.
const { BARE_DATABASE_URL: url, BARE_TENANT_ID: tenantId = "" } = process.env;
const app = new Hono();

if (url) {
  const { db } = connectServer(url);
  const ctx = { db, tenantId, actor: { id: "system", role: "SUPER_ADMIN", tenantId } } as const;
  app.get("/runs/:id", async (c) => c.json(await getRun(ctx, c.req.param("id"))));
}

app.post("/count", async (c) => {
  let bytes = 0;
  for await (const piece of c.req.raw.body ?? []) bytes += piece.byteLength;
  return c.json({ bytes });
});

serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) => console.log(JSON.stringify({ port })));
