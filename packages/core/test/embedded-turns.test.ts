import { connectEmbedded } from "@assay/db/connect";
import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";

test("a long transaction on the embedded database gives timers and sockets their turn", async () => {
  const { db, close } = await connectEmbedded();
  onTestFinished(close);
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  onTestFinished(() => clearInterval(timer));
  const begun = performance.now();
  await db.transaction(async (tx) => {
    while (performance.now() - begun < 1000) await tx.execute(sql`select 1`);
  });
  expect(turns).toBeGreaterThan(10);
});
