const FACTS: readonly [key: string, one: string, many: string][] = [
  ["documentCount", "document", "documents"],
  ["requirementCount", "requirement", "requirements"],
  ["chunkCount", "passage", "passages"],
  ["passageCount", "passage", "passages"],
  ["assessedCount", "requirement", "requirements"],
  ["assessmentCount", "assessment", "assessments"],
  ["taskCount", "task", "tasks"],
  ["exportCount", "file", "files"],
];

/** What a step took or made, by the counts that it keeps: `12 documents, 340 chunks`. */
export function describeRefs(refs: Readonly<Record<string, unknown>> | null, omitted: readonly string[] = []): string {
  return FACTS.flatMap(([key, one, many]) => {
    const count = omitted.includes(key) ? undefined : refs?.[key];
    return typeof count === "number" ? [`${count.toLocaleString()} ${count === 1 ? one : many}`] : [];
  }).join(", ");
}
