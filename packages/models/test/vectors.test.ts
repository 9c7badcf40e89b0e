import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { FIRST_LOOK } from "@assay/testing/test-form";
import { expect, test } from "vitest";
import { listModels } from "../src/find-models.ts";
import { nativeRuntime } from "../src/native-runtime.ts";
import { NATIVE_RUNTIME } from "../src/native-runtime-name.ts";
import { DIFFERENCE_MAX, tryVectors } from "../src/try-vectors.ts";

const FEW = 8;
const most = FIRST_LOOK ? FEW : undefined;
const models = await listModels(undefined);

test.each(models)("native code computes the test vectors of $card.id to 0.001", async (model) => {
  const { tried, worst } = await tryVectors(model, nativeRuntime, most);
  expect(tried).toBeGreaterThanOrEqual(FEW);
  expect(worst).toBeLessThan(DIFFERENCE_MAX);
});

test("the runtime that verdicts name is the one that is installed", () => {
  const { resolve } = createRequire(import.meta.url);
  const { name, version } = JSON.parse(readFileSync(resolve("onnxruntime-node/package.json"), "utf8"));
  expect(NATIVE_RUNTIME).toBe(`${name} ${version}`);
});
