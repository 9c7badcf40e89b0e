import { writeAssessmentPlan, writeAssessmentResults, writePoam } from "../../oscal/index.ts";
import type { PackageFile } from "../package-state.ts";
import { toOscalSource } from "./to-oscal-source.ts";

export const writeAssessmentPlanFile: PackageFile["write"] = (state) => writeAssessmentPlan(toOscalSource(state));
export const writeAssessmentResultsFile: PackageFile["write"] = (state) => writeAssessmentResults(toOscalSource(state));
export const writePoamFile: PackageFile["write"] = (state) => writePoam(toOscalSource(state));
