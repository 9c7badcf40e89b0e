/** What a method of the client is shown with, by the id of its operation. */
export const EXAMPLES: Readonly<Record<string, string>> = {
  "documents.list": `for await (const { originalFilename, status } of assay.documents.list({ q: "policy" })) console.log(originalFilename, status);`,
  "documents.reprocess": `await assay.documents.reprocess(id, { encoding: "windows-1250" });`,
  "search.search": `const { results } = await assay.search("how often are backups restored as a test");
for (const { originalFilename, pageNumber, quote } of results) console.log(originalFilename, pageNumber, quote.text);`,
  "runs.assessments": `const gaps = await assay.runs.assessments(run.id, { status: "MISSING" });`,
  "runs.report": `await writeFile("report.csv", (await assay.runs.report(run.id, "csv")).body!);`,
  "reviews.queue": `const { items, counts } = await assay.reviews.queue(run.id);
console.log(\`\${counts.reviewed} of \${counts.total} reviewed\`, items[0]?.risk);`,
  "comments.add": `await assay.comments.add(run.id, { requirementId: "2.1.a", text: "@ada@example.com where is the approval of 2026?" });`,
  "exceptions.propose": `const { id } = await assay.exceptions.propose({
  requirementId: "1.2.a", kind: "RISK_ACCEPTED", reason: "Accepted by the board", ownerId: person.userId, validUntil: "2027-01-31",
});`,
  "links.create": `const { path } = await assay.links.create(run.id, { label: "Audit LLP", capabilities: ["READ"], expiresAt });
console.log(\`https://assay.example.com\${path}\`);`,
  "tasks.change": `await assay.tasks.change(task.id, { assigneeId: person.userId, dueDate: "2026-12-31" });`,
  "admin.webhooks.create": `const { webhook, secret } = await admin.webhooks.create({ url: "https://example.com/assay", events: ["run.completed"] });`,
};
