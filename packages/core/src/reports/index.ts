export { getRunReport, type RunReport } from "./get-run-report.ts";
