import { expect, test } from "vitest";
import { fixedKey as key, fixedKeys as keySet } from "./fixed-key.ts";
import { makePackageParts } from "./make-package.ts";
import { makeZip } from "./make-zip.ts";
import { HAS_PYTHON, NO_PYTHON, openJudges } from "./open-judges.ts";
import { packParts } from "./pack.ts";

const COUNT = Number(process.env.ASSAY_TEST_PACKAGES ?? 40);

test(
  "no verifier finds anything wrong with an honest package, with keys or without",
  async () => {
    const judges = [await openJudges(keySet), await openJudges()];
    for (let seed = 1; seed <= COUNT; seed++) {
      const zip = makeZip(packParts(makePackageParts(seed, key), key));
      for (const each of judges)
        for (const judged of await each.judge(zip))
          expect(judged, `seed ${seed}`).toEqual({ word: "valid", failed: [] });
    }
    for (const each of judges) await each.close();
  },
  60_000 + COUNT * 1000,
);

if (!HAS_PYTHON) test.skip(NO_PYTHON, () => {});
