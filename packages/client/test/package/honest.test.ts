import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import { makePackageParts } from "./make-package.ts";
import { makeZip } from "./make-zip.ts";
import { openJudges } from "./open-judges.ts";
import { packParts } from "./pack.ts";

const { privateKey, publicKey } = generateKeyPairSync("ed25519");
const key = { kid: "k1", privateKey };
const keySet = {
  keys: [{ kid: "k1", kty: "OKP" as const, crv: "Ed25519" as const, x: publicKey.export({ format: "jwk" }).x! }],
};
const COUNT = Number(process.env.ASSAY_TEST_PACKAGES ?? 40);

test(
  "no verifier finds anything wrong with an honest package, with keys or without",
  async () => {
    const judges = [await openJudges(keySet), await openJudges()];
    for (let seed = 1; seed <= COUNT; seed++) {
      const zip = makeZip(packParts(makePackageParts(seed, key), key));
      for (const each of judges)
        expect(await each.judge(zip), `seed ${seed}`).toEqual(Array(3).fill({ word: "valid", failed: [] }));
    }
    for (const each of judges) await each.close();
  },
  60_000 + COUNT * 1000,
);
