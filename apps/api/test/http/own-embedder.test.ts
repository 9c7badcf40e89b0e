import { searchReply } from "@assay/contract";
import { SHIPPED_EMBEDDER } from "@assay/models/shipped";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestClient } from "../support/test-client.ts";
import { type TestService, testService } from "../support/test-service.ts";

const POLICY = "Whoever dials in from outside proves with a second factor who he is.";

let assay: TestService;
let client: TestClient;
beforeAll(async () => {
  assay = await testService({ EMBEDDER_MODEL: SHIPPED_EMBEDDER });
  client = await (await assay.tenant()).as("MEMBER");
  const ids = [
    (await client.upload("sign-in.txt", Buffer.from(POLICY))).id,
    (await client.upload("menu.txt", Buffer.from("The canteen serves soup on Mondays."))).id,
  ];
  for (const id of ids) await client.settled(id);
});
afterAll(() => assay.close());

test("the model on the machine embeds documents and searches, and finds what shares no word", async () => {
  const { legs, results } = await client.get("/api/search?q=multi-factor%20authentication", searchReply);
  expect(legs).toContain("VECTOR");
  expect(results.map(({ originalFilename }) => originalFilename)).toEqual(["sign-in.txt"]);
});

test("each batch is logged with its measures and without its words", () => {
  const batches = assay.log.filter((line) => line.includes("model.batch"));
  expect(batches.length).toBeGreaterThanOrEqual(3);
  for (const line of batches)
    expect(JSON.parse(line)).toMatchObject({ model: SHIPPED_EMBEDDER, kind: "embed", outcome: "done", items: 1 });
  expect(batches.join("\n")).not.toMatch(/dials|soup|authentication/);
});
