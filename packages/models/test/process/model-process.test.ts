import { expect, onTestFinished, test } from "vitest";
import { findModel, SHIPPED_ENTAILMENT } from "../../src/index.ts";
import type { Batch } from "../../src/process/messages.ts";
import { createModelProcess } from "../../src/process/model-process.ts";
import type { ModelProcessSettings } from "../../src/process/settings.ts";
import { type ModelChild, startModelChild } from "../../src/process/start-model-child.ts";

const { path, card } = await findModel(undefined, "entailment", SHIPPED_ENTAILMENT.model);
const model = { id: card.id, folder: path, sha256: card.sha256["model.onnx"] };
const batchOf = (pairs: number): Batch => ({
  kind: "score",
  model,
  pairs: Array(pairs).fill({ requirement: "Backups are tested.", evidence: "Restored on 3 May.", context: "Log" }),
});
const never = new AbortController().signal;

/** A process whose children a test can reach; `onStart` is called with each. */
function watched(settings: ModelProcessSettings = {}, onStart: (child: ModelChild, count: number) => void = () => {}) {
  const children: ModelChild[] = [];
  const models = createModelProcess(settings, (tempDir) => {
    const child = startModelChild(tempDir);
    onStart(child, children.push(child));
    return child;
  });
  onTestFinished(() => models.close());
  return { models, children };
}

test("no process is there before the first batch; the next ones use the same", async () => {
  const { models, children } = watched();
  expect(children).toHaveLength(0);
  await models.run(batchOf(1), never);
  await models.run(batchOf(1), never);
  expect(children).toHaveLength(1);
});

test("the process ends when it has nothing to do, and a later batch has a new one", async () => {
  const { models, children } = watched({ idleMs: 1 });
  await models.run(batchOf(1), never);
  await children[0]!.ended;
  expect(await models.run(batchOf(1), never)).toMatchObject({ kind: "score" });
  expect(children).toHaveLength(2);
});

test("a process that dies under a batch is replaced once, and the batch is computed", async () => {
  const { models, children } = watched({}, (child, count) => count === 1 && void child.kill());
  const result = await models.run(batchOf(2), never);
  expect(result).toMatchObject({ kind: "score", scores: [{}, {}] });
  expect(children).toHaveLength(2);
});

test("a batch that ends two processes fails, and the one behind it is computed", async () => {
  const { models, children } = watched({}, (child, count) => count <= 2 && void child.kill());
  const failing = models.run(batchOf(1), never);
  const behind = models.run(batchOf(1), never);
  await expect(failing).rejects.toMatchObject({ name: "ModelError", code: "MODEL_FAILED" });
  expect(await behind).toMatchObject({ kind: "score" });
  expect(children).toHaveLength(3);
});

test("a process that takes more memory than it may is ended, whatever it was about", async () => {
  const { models, children } = watched({ memoryMaxMb: 100 });
  await Promise.allSettled([models.run(batchOf(1), never)]);
  await Promise.all(children.map((child) => child.ended));
  expect(children.length).toBeGreaterThan(0);
});

test("more batches than may wait are refused, with when to come again", async () => {
  const { models } = watched({ waitingMax: 1 });
  // The first is computed, the second waits.
  const accepted = [models.run(batchOf(1), never), models.run(batchOf(1), never)];
  await expect(models.run(batchOf(1), never)).rejects.toMatchObject({
    code: "MODEL_RATE_LIMITED",
    retryAfterSeconds: 5,
  });
  await Promise.all(accepted);
});

test("an aborted batch gives its place back, whether it waits or is computed", async () => {
  const { models, children } = watched({ waitingMax: 1 });
  const stop = new AbortController();
  const stopped = [models.run(batchOf(1), stop.signal), models.run(batchOf(1), stop.signal)];
  stop.abort(new Error("stopped by the test"));
  for (const each of await Promise.allSettled(stopped))
    expect(each).toMatchObject({ status: "rejected", reason: { message: "stopped by the test" } });
  expect(await models.run(batchOf(1), never)).toMatchObject({ kind: "score" });
  expect(children).toHaveLength(1);
});

test("closing ends the process, and what waits is told so", async () => {
  const { models, children } = watched();
  const running = models.run(batchOf(1), never);
  const waiting = models.run(batchOf(1), never);
  const told = Promise.all([
    expect(running).rejects.toMatchObject({ name: "ModelError" }),
    expect(waiting).rejects.toMatchObject({ code: "MODEL_UNAVAILABLE" }),
  ]);
  await models.close();
  await told;
  expect(children.every((child) => child.hasEnded())).toBe(true);
});
