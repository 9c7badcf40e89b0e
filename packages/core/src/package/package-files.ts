import { writeAssessmentPlanFile, writeAssessmentResultsFile, writePoamFile } from "./oscal/index.ts";
import type { PackageFile } from "./package-state.ts";
import { writeReportHtml } from "./report/write-report-html.ts";
import { writeStatements } from "./statements/write-statements.ts";
import { VERIFY_HTML, VERIFY_PY } from "./verifiers/index.ts";
import { writeAudit, writeCheckpoint } from "./write-audit.ts";
import { writeChunks } from "./write-chunks.ts";
import { writeDocuments } from "./write-documents.ts";
import { writeEgress, writeExceptions, writeManifests, writeReviews, writeSignOffs } from "./write-records.ts";

/** What a package holds next to `manifest.json`, `manifest.sig` and originals; written into the ZIP in the order of names. */
export const PACKAGE_FILES: readonly PackageFile[] = [
  { name: "assessment-plan.json", write: writeAssessmentPlanFile },
  { name: "assessment-results.json", write: writeAssessmentResultsFile },
  { name: "audit.jsonl", write: writeAudit },
  { name: "checkpoint.txt", write: writeCheckpoint },
  { name: "chunks.jsonl", write: writeChunks },
  { name: "documents.csv", write: writeDocuments },
  { name: "egress.json", isIn: ({ egress }) => egress !== null, write: writeEgress },
  { name: "exceptions.json", write: writeExceptions },
  { name: "manifests.jsonl", write: writeManifests },
  { name: "poam.json", write: writePoamFile },
  { name: "report.html", write: writeReportHtml },
  { name: "reviews.json", write: writeReviews },
  { name: "sign-offs.json", write: writeSignOffs },
  { name: "snapshot.json", write: ({ snapshotBytes }) => snapshotBytes },
  { name: "statements.jsonl", write: writeStatements },
  { name: "verify.html", write: () => VERIFY_HTML },
  { name: "verify.py", write: () => VERIFY_PY },
];
