import { defineCommand } from "../command.ts";
import { usageError } from "../exit-codes.ts";
import { findRun, newLinkAddress, RUN_ARGUMENT } from "../find-run.ts";

const DAYS_DEFAULT = 30;
const DAYS_MAX = 90;

export const linksCreate = defineCommand({
  name: "links create",
  group: "administration",
  summary: "Propose a link that shows one run to an auditor without an account",
  details: [
    "Prints an address of the portal. An ADMIN opens it there, checks what you propose and creates the link: an API key cannot.",
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
    const { label, may } = options;
    if (label === undefined) throw usageError("Missing: --label");
    const days = Number(options.days ?? DAYS_DEFAULT);
    if (!(Number.isInteger(days) && days >= 1 && days <= DAYS_MAX))
      throw usageError(`--days cannot be '${options.days}': it is a whole number from 1 to ${DAYS_MAX}`);
    const connection = await connect();
    const run = await findRun(connection, args[0], signal);
    const confirmAt = newLinkAddress(connection.address, run.id, { label, days, may });
    if (terminal.json) terminal.printJson({ runId: run.id, confirmAt });
    else {
      terminal.print(confirmAt);
      terminal.note("No link exists yet: an ADMIN opens this address in the portal and creates it.");
    }
    return undefined;
  },
});
