import type { SignOffPayload } from "../../generated/types.ts";
import type { SignOffListVerification, SignOffVerification } from "../../verify/index.ts";
import { toOneLine } from "../terminal/plain-text.ts";
import type { Terminal } from "../terminal/terminal.ts";

const PROOFS: Readonly<Record<string, string>> = {
  MAIL: "a link sent to it",
  SSO: "single sign-on",
  OPERATOR: "an operator",
};
const VERBS = { SIGNED: "signed as", DECLINED: "declined to sign as", WITHDRAWN: "withdrew the signature as" } as const;

/** Who signed, act by act, and what is wrong with it. */
export function printSignOffs(
  terminal: Terminal,
  { valid, signedAs, runId, snapshotHash, acts }: SignOffListVerification,
): void {
  terminal.print();
  if (runId !== null && snapshotHash !== null) {
    terminal.print(`Signatures of run ${toOneLine(runId)}`);
    terminal.print(`Snapshot signed: ${toOneLine(snapshotHash)}`);
  }
  for (const act of acts) printAct(terminal, act);
  if (!valid) terminal.print("The signatures are NOT valid.");
  else if (signedAs) terminal.print(`The run is signed as ${signedAs}, and this is the snapshot that was signed.`);
  else terminal.print("No signature stands.");
}

const NAMES: Readonly<Record<SignOffVerification["name"], string>> = {
  SIGNED: "",
  PROVED: "name proved by the salted digest that was signed",
  ERASED: "the name was erased: nobody can check it any more, and the signature still holds",
  UNKNOWN: "",
};

function printAct(terminal: Terminal, { valid, payload, signerName, name, problems }: SignOffVerification): void {
  const result = valid ? terminal.paint("green", "proved".padEnd(10)) : terminal.paint("red", "FAILED".padEnd(10));
  terminal.print(`${result}  ${payload ? toOneLine(describeAct(payload, signerName)) : "an act that cannot be read"}`);
  if (payload) {
    terminal.print(`            "${toOneLine(payload.statement)}"`);
    terminal.print(`            ${describeReviews(payload)}`);
    if (NAMES[name]) terminal.print(`            ${NAMES[name]}`);
    for (const line of describeSigner(payload)) terminal.print(`            ${toOneLine(line)}`);
  }
  for (const problem of problems) terminal.print(`            ${toOneLine(problem)}`);
}

function describeAct({ act, role, signerRole, signedAt }: SignOffPayload, signerName: string): string {
  return `${signerName} (${signerRole}) ${VERBS[act]} ${role} at ${signedAt}`;
}

/** How the signer had proved who they are, and what had happened to the account; nothing in payloads of before. */
function describeSigner(payload: SignOffPayload): string[] {
  const { assurance, assuredAt, factorEnrolledAt, signerChanges = [], addressProof, address, invitedBy } = payload;
  const since = factorEnrolledAt ? `, enrolled ${factorEnrolledAt}` : "";
  const handedOver = invitedBy ? `; user ${invitedBy} handed over the invitation` : "";
  const changes = signerChanges.map(({ change, at }) => `${change} at ${at}`).join(", ");
  return [
    ...(assurance ? [`proved by ${assurance} at ${assuredAt}${since}`] : []),
    ...(addressProof && addressProof !== "NONE" ? [`address proved by ${PROOFS[addressProof] ?? addressProof}`] : []),
    ...(address ? [`nobody has shown that the signer reads this e-mail${handedOver}`] : []),
    ...(changes ? [`in the 30 days before: ${changes}`] : []),
  ];
}

/** Such as `opened 41 of 44 cited passages (reported by the client), 44 of 44 reviewed, 3 sent back`. */
function describeReviews(payload: SignOffPayload): string {
  const { openedPassages, citedPassages, reviewedCount, totalRequirements, sentBackCount } = payload;
  const reviewed = `${reviewedCount} of ${totalRequirements} reviewed, ${sentBackCount} sent back`;
  return toOneLine(`opened ${openedPassages} of ${citedPassages} cited passages (reported by the client), ${reviewed}`);
}
