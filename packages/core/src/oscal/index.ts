export { listOscalLosses, type OscalLoss } from "./losses.ts";
export { originalPath } from "./original-path.ts";
export type { OscalSource, ToldByPeople, ToldDocument, ToldException } from "./oscal-source.ts";
export { writeAssessmentPlan } from "./write-assessment-plan.ts";
export { writeAssessmentResults } from "./write-assessment-results.ts";
export { writePoam } from "./write-poam.ts";
