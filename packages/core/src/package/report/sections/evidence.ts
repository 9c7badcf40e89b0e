import { describePageStates } from "../../../documents/describe-page-states.ts";
import { type Block, code, counted, moment, said } from "../blocks.ts";
import { isNotFullyRead } from "../describe-gaps.ts";
import type { ReportState } from "../report-state.ts";

export function evidenceBlocks({ documents, snapshot }: ReportState): Block[] {
  const judged = documents.filter((document) => document.judged);
  const sum = (of: "pages" | "pagesWithText") =>
    judged.reduce((total, { coverage }) => total + (coverage?.[of] ?? 0), 0);
  const kinds = Map.groupBy(judged, ({ evidenceKind }) => evidenceKind ?? "UNKNOWN");
  const reasons = Map.groupBy(
    documents.filter((document) => !document.judged),
    ({ reason }) => reason ?? "UNKNOWN",
  );
  const counts = (groups: ReadonlyMap<string, readonly unknown[]>) =>
    [...groups].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([name, { length }]) => `${length} ${name}`);
  return [
    {
      kind: "paragraph",
      text: "The evidence set was fixed when the run started. Appendix A lists each document with its hash.",
    },
    {
      kind: "facts",
      rows: [
        ["Judged", `${counted(judged.length, "document")}${listed(counts(kinds))}`],
        ["Cited", counted(snapshot.documents.length, "document")],
        ["Left out", `${counted(documents.length - judged.length, "document")}${listed(counts(reasons))}`],
        ["Pages with text", `${sum("pagesWithText")} of ${sum("pages")}`],
        ["State of the pages", describePageStates(addStates(judged)) ?? "Not recorded"],
        ["Not fully read", counted(judged.filter(({ coverage }) => isNotFullyRead(coverage)).length, "document")],
      ],
    },
    ...manifestBlocks(snapshot.configuration.manifests ?? []),
  ];
}

function listed(counts: readonly string[]): string {
  return counts.length > 0 ? `: ${counts.join(", ")}` : "";
}

function addStates(documents: ReportState["documents"]) {
  const sums: Record<string, number> = {};
  for (const { coverage } of documents)
    for (const [state, pages] of Object.entries(coverage?.states ?? {}))
      sums[state] = (sums[state] ?? 0) + (pages ?? 0);
  return sums;
}

function manifestBlocks(manifests: NonNullable<ReportState["snapshot"]["configuration"]["manifests"]>): Block[] {
  if (manifests.length === 0)
    return [{ kind: "paragraph", text: "Manifests: no source had been synced when the run started." }];
  return [
    { kind: "paragraph", text: "These manifests were the last of their sources when the run started:" },
    {
      kind: "table",
      headings: ["Source", "Closed", "SHA-256 of the manifest"],
      rows: manifests.map(({ source, closedAt, sha256 }) => [said(source), moment(closedAt), code(sha256)]),
    },
  ];
}
