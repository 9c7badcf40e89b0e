import type { McpTool } from "../define-tool.ts";
import { compareRuns } from "./compare-runs.ts";
import { findRequirements } from "./find-requirements.ts";
import { getVerdict } from "./get-verdict.ts";
import { listGaps } from "./list-gaps.ts";
import { listRuns } from "./list-runs.ts";
import { searchEvidence } from "./search-evidence.ts";

/** All that an assistant may do: six readings. */
export const TOOLS: readonly McpTool[] = [
  findRequirements,
  getVerdict,
  searchEvidence,
  listGaps,
  compareRuns,
  listRuns,
];
