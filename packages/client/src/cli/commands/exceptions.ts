import type { Exception } from "../../generated/types.ts";
import { defineCommand } from "../command.ts";
import { usageError } from "../exit-codes.ts";
import { LIMIT, readList } from "../read-list.ts";
import { printTable } from "../terminal/table.ts";
import type { Style } from "../terminal/terminal.ts";

const STYLES: Readonly<Record<string, Style>> = {
  PROPOSED: "cyan",
  APPROVED: "green",
  REVOKED: "gray",
  EXPIRED: "red",
};

export const exceptions = defineCommand({
  name: "exceptions",
  group: "results",
  summary: "List the requirements that do not apply or whose risk is accepted",
  details: [
    "A person approves and revokes them in the portal.",
    "Piped, each line has status, requirement, kind, last day, owner, reason and id.",
  ],
  options: {
    status: {
      type: "string",
      value: "<status>",
      choices: ["PROPOSED", "APPROVED", "REVOKED", "EXPIRED"],
      says: "Those with this status.",
    },
    expiring: { type: "string", value: "<days>", says: "Active, with their last day within so many days." },
    requirement: { type: "string", value: "<id>", says: "For this requirement." },
    limit: LIMIT,
  },
  examples: [
    { command: "assay exceptions --status PROPOSED", does: "What waits for an approval" },
    { command: "assay exceptions --expiring 30", does: "What ends within 30 days" },
  ],
  async run({ options, terminal, signal, connect }) {
    const { status, expiring, requirement, limit } = options;
    const expiringWithinDays = readDays(expiring);
    const { assay } = await connect();
    const list = assay.exceptions.list({ status, expiringWithinDays, requirementId: requirement, signal });
    const { items, isCut } = await readList(list, limit);
    if (terminal.json) terminal.printJson({ exceptions: items });
    else if (items.length === 0) terminal.note("No exceptions.");
    else
      printTable<Exception>(
        terminal,
        [
          { title: "Status", value: (each) => each.status, style: (each) => STYLES[each.status] },
          { title: "Requirement", value: (each) => each.requirementId },
          { title: "Kind", value: (each) => each.kind },
          { title: "Until", value: (each) => each.validUntil },
          { title: "Owner", value: (each) => each.ownerName ?? each.ownerId },
          { title: "Reason", value: (each) => each.reason, flexible: true },
          ...(terminal.isInteractive ? [] : [{ title: "Id", value: (each: Exception) => each.id }]),
        ],
        items,
      );
    if (isCut) terminal.note(`The newest ${items.length}: use --limit for more.`);
    return undefined;
  },
});

/** Throws CommandError USAGE for what is no number of days. */
function readDays(text: string | undefined): number | undefined {
  if (text === undefined || /^[1-9]\d{0,2}$/.test(text)) return text === undefined ? undefined : Number(text);
  throw usageError(`--expiring cannot be '${text}': it is a number of days from 1 to 999`);
}
