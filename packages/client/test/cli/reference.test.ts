import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { COMMANDS } from "../../src/cli/commands.ts";
import { formatReference } from "../../src/cli/format-reference.ts";

const PAGE = "../../../../docs/integrate/cli.md";
const HEADING = "## Reference\n";

test("the reference of docs/integrate/cli.md is made from the table of commands: `vitest run -u` of this file writes it", async () => {
  const [written] = readFileSync(new URL(PAGE, import.meta.url), "utf8").split(HEADING);
  const intro = "Made from the table of commands in `packages/client/src/cli/commands.ts`.";
  await expect(`${written}${HEADING}\n${intro}\n\n${formatReference(COMMANDS)}`).toMatchFileSnapshot(PAGE);
});
