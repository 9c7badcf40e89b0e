import type { Connection } from "../access/connect.ts";
import { defineCommand } from "../command.ts";
import { usageError } from "../exit-codes.ts";

const REQUIRED = ["requirement", "kind", "reason", "until"] as const;

export const exceptionsPropose = defineCommand({
  name: "exceptions propose",
  group: "results",
  summary: "Propose that a requirement is excepted for a time",
  details: ["For a MEMBER. Another person, who is an ADMIN, approves it. It lasts at most 24 months."],
  options: {
    requirement: { type: "string", value: "<id>", says: "The requirement." },
    kind: {
      type: "string",
      value: "<kind>",
      choices: ["NOT_APPLICABLE", "RISK_ACCEPTED", "COMPENSATING_CONTROL"],
      says: "Why it is excepted.",
    },
    reason: { type: "string", value: "<text>", says: "In words." },
    until: { type: "string", value: "<day>", says: "Its last day, such as 2026-12-31." },
    from: { type: "string", value: "<day>", says: "Its first day; today by default." },
    owner: {
      type: "string",
      value: "<e-mail or id>",
      says: "The member who answers for it. Without it: who is signed in.",
    },
    scope: { type: "string", value: "<text>", says: "What it is limited to." },
    control: { type: "string", value: "<text>", says: "What is done instead; for COMPENSATING_CONTROL." },
    document: { type: "string", value: "<id>", says: "A document that says more." },
    pack: { type: "string", value: "<id>", says: "The pack, where the tenant uses several." },
  },
  examples: [
    {
      command:
        'assay exceptions propose --requirement 2.1.a --kind RISK_ACCEPTED --reason "Replaced in May" --until 2026-12-31',
      does: "Accept a risk to the end of the year",
    },
  ],
  async run({ options, terminal, signal, connect }) {
    const missing = REQUIRED.filter((name) => options[name] === undefined);
    if (missing.length > 0) throw usageError(`Missing: ${missing.map((name) => `--${name}`).join(", ")}`);
    const { requirement, kind, reason, until, from, scope, control, document, pack } = options;
    const connection = await connect();
    const exception = await connection.assay.exceptions.propose(
      {
        packId: pack,
        requirementId: requirement!,
        kind: kind!,
        reason: reason!,
        validUntil: until!,
        validFrom: from,
        ownerId: await findOwner(connection, options.owner, signal),
        scope,
        compensatingControl: control,
        documentId: document,
      },
      { signal },
    );
    if (terminal.json) terminal.printJson({ exception });
    else
      terminal.print(
        terminal.isInteractive ? `Proposed ${exception.id}: another person must approve it` : exception.id,
      );
    return undefined;
  },
});

/** Throws CommandError USAGE for an e-mail that no active member has, and where a key names nobody. */
async function findOwner({ assay }: Connection, owner: string | undefined, signal: AbortSignal): Promise<string> {
  if (owner?.includes("@")) {
    for await (const { userId, email } of assay.people.list({ q: owner, signal }))
      if (email.toLowerCase() === owner.toLowerCase()) return userId;
    throw usageError(`No active member has the e-mail '${owner}'`);
  }
  if (owner !== undefined) return owner;
  const { actorId } = await assay.session({ signal });
  if (actorId.startsWith("api-key:")) throw usageError("Missing: --owner", "An API key answers for nothing.");
  return actorId;
}
