import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ENTRIES, ROOT } from "../support/launch-process.ts";
import { startProcess, testFolder } from "../support/start-process.ts";

const WITHOUT_NETWORK = join(ROOT, ".ci/without-network");
const SCRIPT = join(import.meta.dirname, "../support/start-without-network.ts");

const tried = spawnSync(WITHOUT_NETWORK, [process.execPath, "-p", "process.env.ASSAY_OFFLINE"], { encoding: "utf8" });
const isAllowed = tried.stdout.trim() === "1";
const isRequired = process.env.ASSAY_REQUIRE_ALL === "1" && process.getuid?.() === 0;
const why = isAllowed || isRequired ? "" : ` (skipped: ${tried.stdout.trim().split("\n")[0]})`;

test.runIf(isAllowed || isRequired)(
  `the start command shows an assessed demo where there is no network, and nothing was sent anywhere${why}`,
  { timeout: 600_000 },
  async () => {
    const command = [WITHOUT_NETWORK, process.execPath, SCRIPT, ENTRIES.launcher, await testFolder()] as const;
    const shown = startProcess([...command]);
    expect((await shown.ended).code, shown.output().stderr.slice(-2000)).toBe(0);
    const nothing = { egress: [], nextCursor: null };
    expect(JSON.parse(shown.output().stdout.trim().split("\n").at(-1)!)).toEqual({
      isAssessed: true,
      ledgers: [nothing, nothing],
      outside: "ENETUNREACH",
    });
  },
);
