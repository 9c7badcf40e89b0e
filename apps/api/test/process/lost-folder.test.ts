import { cp, mkdir, rename } from "node:fs/promises";
import { expect, inject, test } from "vitest";
import { startServer, testFolder } from "../support/start-process.ts";

test.each([
  ["moved away", false],
  ["replaced", true],
])("a data folder that is %s under a running service ends it, which says so", async (_, replaced) => {
  const dir = `${await testFolder()}/data`;
  await cp(inject("seededData"), dir, { recursive: true });
  const service = await startServer("node", dir);
  await rename(dir, `${dir}.aside`);
  if (replaced) await mkdir(dir);
  expect(await service.ended).toMatchObject({ code: 1 });
  expect(service.output().stderr).toContain(
    `Cannot go on because the folder '${dir}' was ${replaced ? "replaced" : "deleted or moved"}`,
  );
  expect(service.logged("data_folder.lost")).toHaveLength(1);
});
