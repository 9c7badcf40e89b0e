import { ERROR_HELP_PATH } from "@assay/contract";
import { type HelpChapter, type HelpSection, listHelp } from "@assay/contract/error-help";

const LEAD = `# Errors

What each error code means and what to do about it. Every error reply of the API has this form:

\`\`\`json
{ "error": "CODE", "message": "…", "details": { "help": "${ERROR_HELP_PATH}#code" }, "requestId": "…" }
\`\`\`

\`details.help\` is the path of the section for the code. The service shows the same sections under \`${ERROR_HELP_PATH}\`, without
a token: put the address of the service before the path. In the SDK, \`error.help\` is the whole address. \`requestId\` finds
the request in the log of the service. Decide by \`error\`, never by the text of \`message\`: texts may change.

Retry only \`RATE_LIMITED\`, \`SERVICE_UNAVAILABLE\` and replies with a \`Retry-After\` header, and wait as long as it says.
`;

/** The text of `docs/integrate/errors.md`. */
export function writeErrorDocs(): string {
  return `${[LEAD, ...listHelp().map(toChapter)].join("\n")}`;
}

function toChapter({ title, lead, sections }: HelpChapter): string {
  return `## ${title}\n\n${lead}\n\n${sections.map(toSection).join("\n")}`;
}

function toSection({ code, status, happened, why, fix, example }: HelpSection): string {
  return `### ${code}

${status === null ? "" : `Status ${status}.\n\n`}**What happened:** ${happened}

**Why:** ${why}

**How to fix it:** ${fix}

**Example:**

\`\`\`json
${JSON.stringify(example, null, 2)}
\`\`\`
`;
}
