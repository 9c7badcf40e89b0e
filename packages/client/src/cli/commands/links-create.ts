import type { LinkCapability } from "../../generated/types.ts";
import { defineCommand } from "../command.ts";
import { usageError } from "../exit-codes.ts";
import { findRun, RUN_ARGUMENT } from "../find-run.ts";

const DAYS_DEFAULT = 30;
const DAYS_MAX = 90;
const DAY_MS = 86_400_000;
const ADDED: Readonly<Record<string, LinkCapability>> = { comment: "COMMENT", request: "REQUEST" };

export const linksCreate = defineCommand({
  name: "links create",
  group: "administration",
  summary: "Make a link that shows one run to an auditor without an account",
  details: [
    "For an ADMIN. The address is printed once, on the standard output, and opens once. Send it by a way that only the auditor reads.",
  ],
  arguments: [RUN_ARGUMENT],
  options: {
    label: { type: "string", value: "<text>", says: "Whom it is for." },
    days: { type: "string", value: "<number>", says: "How long it lasts; 30 days by default, at most 90." },
    may: {
      type: "string",
      value: "<acts>",
      choices: ["comment", "request"],
      list: true,
      says: "What it allows besides reading: comments, evidence requests.",
    },
  },
  examples: [{ command: 'assay links create --label "Audit LLP" --may comment,request', does: "For the newest run" }],
  async run({ args, options, terminal, signal, connect }) {
    const { label, may = "" } = options;
    if (label === undefined) throw usageError("Missing: --label");
    const days = Number(options.days ?? DAYS_DEFAULT);
    if (!(Number.isInteger(days) && days >= 1 && days <= DAYS_MAX))
      throw usageError(`--days cannot be '${options.days}': it is a whole number from 1 to ${DAYS_MAX}`);
    const connection = await connect();
    const run = await findRun(connection, args[0], signal);
    const added = may.split(",").flatMap((word) => ADDED[word.trim()] ?? []);
    const issued = await connection.assay.links.create(
      run.id,
      {
        label,
        capabilities: ["READ", ...new Set(added)],
        // A minute less: the clock of the service may be behind.
        expiresAt: new Date(Date.now() + days * DAY_MS - 60_000).toISOString(),
      },
      { signal },
    );
    const address = `${connection.address}${issued.path}`;
    if (terminal.json) terminal.printJson({ link: issued.link, address });
    else {
      terminal.print(address);
      terminal.note(
        `Link ${issued.link.id} ends on ${issued.link.expiresAt.slice(0, 10)}. The address is not shown again.`,
      );
    }
    return undefined;
  },
});
