import { ERROR_HELP_PATH } from "@assay/contract";
import { type HelpChapter, type HelpSection, listHelp } from "@assay/contract/error-help";

const LEAD = `# Errors

Every error response of the API has this form:

\`\`\`json
{ "error": "CODE", "message": "…", "details": { "help": "${ERROR_HELP_PATH}#code" }, "requestId": "…" }
\`\`\`

Decide by \`error\`, never by \`message\`: texts may change. \`requestId\` finds the request in the log. The service shows this page
at \`${ERROR_HELP_PATH}\`, without a token; \`details.help\` is the path of its section. In the SDK, \`error.help\` is the whole address.

Retry only \`RATE_LIMITED\`, \`SERVICE_UNAVAILABLE\` and responses with \`Retry-After\`, and wait as long as it says.
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

${status === null ? "" : `Status ${status}. `}${happened} ${why}

**Fix:** ${fix}

\`\`\`json
${JSON.stringify(example, null, 2)}
\`\`\`
`;
}
