import type { SignOffPayload } from "../../generated/types.ts";
import { sha256Hex } from "../canonical-json.ts";
import { type SignOffListVerification, verifySignOffs } from "../sign-offs.ts";
import { PackageFault } from "./findings.ts";
import { hasLeftOut, type OpenedPackage } from "./opened-package.ts";
import { parseCanonical } from "./package-files.ts";
import { requireShape, SIGN_OFF_PAYLOAD } from "./shapes.ts";
import { checkSignature, decodeBase64 } from "./signature-check.ts";

/** Reviews have the reasons of their digests, and each act of the sign-off is what its signature says. */
export async function checkPeople(opened: OpenedPackage): Promise<SignOffListVerification> {
  const { findings, snapshot, snapshotHash, reviews, signOffs, keys } = opened;
  for (const { id, runId, reason, reasonHash } of reviews) {
    if (runId !== snapshot.run.id) findings.fail("sign-offs", `review ${id} is of another run`);
    if (reason !== null && (await sha256Hex(reason)) !== reasonHash)
      findings.fail("sign-offs", `review ${id} has not the reason of its digest`);
  }
  for (const [at, { payload, signature, keyId }] of signOffs.entries()) {
    const what = `act ${at + 1}`;
    const said = parseCanonical(payload, `the payload of ${what}`);
    requireNameOfVersion(requireShape(said, SIGN_OFF_PAYLOAD, `the payload of ${what}`), what);
    await checkSignature(findings, keys, {
      check: "sign-offs",
      what,
      keyId,
      signature: decodeBase64(signature, "base64url"),
      message: new TextEncoder().encode(payload),
    });
  }
  const { exceptions = [], assessments, run } = snapshot;
  const requirementIds = assessments.map(({ requirementId }) => requirementId);
  // What rests on a record that the service omitted is not proved, and not wrong.
  const isPartial = hasLeftOut(opened, "sign-offs", "sign-off");
  const areReviewsPartial = hasLeftOut(opened, "sign-offs", "review");
  const list = await verifySignOffs(signOffs, keys ?? [], {
    ...{ snapshotHash, exceptions, requirementIds, isPartial },
    reviews: areReviewsPartial ? undefined : reviews,
  });
  const mayBeInvalid = isPartial || areReviewsPartial || hasLeftOut(opened, "sign-offs", "exception");
  for (const [at, { valid }] of signOffs.entries())
    if (!valid && !mayBeInvalid)
      findings.fail("sign-offs", `act ${at + 1}: the package itself says that it is not valid`, "signature");
  for (const [at, { problems, payload }] of list.acts.entries()) {
    // Without keys all that is known of the signature stands open above.
    for (const problem of problems.filter((each) => keys || !isOfSignature(each)))
      findings.fail("sign-offs", `act ${at + 1}: ${problem}`, "signature");
    if (payload && (payload.runId !== run.id || payload.tenantId !== run.tenantId))
      findings.fail("sign-offs", `act ${at + 1}: it is of another run`, "signature");
  }
  return list;
}

/** Version 1 holds the name, version 2 its digest and never both: a name next to its digest would outlive its erasure. */
function requireNameOfVersion(
  payload: Pick<SignOffPayload, "version" | "signerName" | "nameDigest">,
  what: string,
): void {
  if ("version" in payload && payload.version !== 2) throw new PackageFault(`${what} has a version that is not known`);
  if ("signerName" in payload === "version" in payload || "nameDigest" in payload !== "version" in payload)
    throw new PackageFault(`${what} has not the name or the digest of its version`);
}

const isOfSignature = (problem: string) => problem.startsWith("the key '");
