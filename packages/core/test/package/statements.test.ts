import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Assessment } from "@assay/contract";
import { expect, test } from "vitest";
import { sealStatement } from "../../src/package/statements/seal-statement.ts";
import { verdictStatement } from "../../src/package/statements/verdict-statement.ts";
import { createMemorySigner } from "../support/memory-signer.ts";
import { hash, verdictOf } from "../support/stated-verdict.ts";

const hasOpenSsl =
  process.env.ASSAY_REQUIRE_ALL === "1" || spawnSync("openssl", ["version"], { stdio: "ignore" }).status === 0;
if (!hasOpenSsl) test.skip("openssl is not installed: no foreign verifier was asked", () => {});

test("a statement is at most 2 kB with one citation and 500 bytes for each further one, with the longest names", async () => {
  const signer = await createMemorySigner("k".repeat(43));
  const sizes = await Promise.all(
    [1, 2, 3, 4, 5, 6].map(async (count) => (await sealStatement(signer, verdictStatement(verdictOf(count)))).length),
  );
  expect(sizes[0]).toBeLessThanOrEqual(2000);
  for (let at = 1; at < sizes.length; at += 1) expect(sizes[at]! - sizes[at - 1]!).toBeLessThanOrEqual(500);
});

test("a statement names each cited original once, the quotes' places and the scores of the part that each proves best", () => {
  const verdict = verdictOf(2);
  const { subject, predicate } = verdictStatement({
    ...verdict,
    documentOf: () => ({ originalFilename: "policy.pdf", sha256Hash: hash(1) }),
    places: [{ start: 5, end: 10 }, null],
  });
  expect(subject).toEqual([
    { name: "snapshot.json", digest: { sha256: hash(10) } },
    { name: "policy.pdf", digest: { sha256: hash(1) } },
  ]);
  expect(predicate.citations).toEqual([
    { documentSha256: hash(1), start: 5, end: 10, textSha256: hash(0) },
    { documentSha256: hash(1), start: null, end: null, textSha256: hash(1) },
  ]);
  expect(predicate.scores).toEqual(Array(2).fill([0.123, 0.234, 0.345, 0.298]));
  expect(predicate.judged).toBe(true);
});

test("what was not judged says so", () => {
  const verdict = verdictOf(0);
  const assessment: Assessment = { ...verdict.assessment, status: "MISSING", flags: ["NOT_JUDGED"] };
  expect(verdictStatement({ ...verdict, assessment }).predicate).toMatchObject({ status: "MISSING", judged: false });
});

test.runIf(hasOpenSsl)(
  "OpenSSL accepts the signature over the pre-authentication bytes, and equal statements are equal bytes",
  async () => {
    const signer = await createMemorySigner();
    const line = await sealStatement(signer, verdictStatement(verdictOf(2)));
    expect(await sealStatement(signer, verdictStatement(verdictOf(2)))).toBe(line);
    const { payloadType, payload, signatures } = JSON.parse(line);
    const body = Buffer.from(payload, "base64");
    const signed = Buffer.concat([Buffer.from(`DSSEv1 ${payloadType.length} ${payloadType} ${body.length} `), body]);
    expect(await acceptsOpenSsl(signer.publicKey.x, signatures[0].sig, signed)).toBe(true);
    signed[signed.length - 2]! ^= 1;
    expect(await acceptsOpenSsl(signer.publicKey.x, signatures[0].sig, signed)).toBe(false);
  },
);

async function acceptsOpenSsl(x: string, signature: string, signed: Uint8Array): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), "assay-dsse-"));
  try {
    const der = Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), Buffer.from(x, "base64url")]);
    await writeFile(join(folder, "key.der"), der);
    await writeFile(join(folder, "signed"), signed);
    await writeFile(join(folder, "signature"), Buffer.from(signature, "base64"));
    const given = ["-verify", "-pubin", "-keyform", "DER", "-inkey", "key.der", "-rawin"];
    return await promisify(execFile)("openssl", ["pkeyutl", ...given, "-in", "signed", "-sigfile", "signature"], {
      cwd: folder,
    }).then(
      () => true,
      () => false,
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}
