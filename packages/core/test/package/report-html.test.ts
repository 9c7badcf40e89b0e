import { expect, test } from "vitest";
import type { ReportState } from "../../src/package/report/report-state.ts";
import { writeReportHtml } from "../../src/package/report/write-report-html.ts";
import { makeReportState, QUOTES } from "../support/make-report-state.ts";

async function batchesOf(state: ReportState): Promise<Uint8Array[]> {
  const batches: Uint8Array[] = [];
  for await (const batch of writeReportHtml(state)) batches.push(batch);
  return batches;
}

async function report(state: ReportState): Promise<string> {
  return Buffer.concat(await batchesOf(state)).toString("utf8");
}

test("equal state is equal bytes, and a large report comes in batches", async () => {
  const state = makeReportState(200);
  const batches = await batchesOf(state);
  expect(batches.length).toBeGreaterThan(3);
  expect(Math.max(...batches.map(({ length }) => length))).toBeLessThan(200_000);
  expect(Buffer.concat(await batchesOf(makeReportState(200)))).toEqual(Buffer.concat(batches));
});

test("each requirement has its verdict, quotes with page and hash, and review", async () => {
  const text = await report(makeReportState(14));
  expect(text.match(/<article>/g)).toHaveLength(14);
  for (const quote of QUOTES) expect(text).toContain(quote);
  expect(text).toContain(`, page 12, SHA-256 <code>${"0".repeat(64)}</code>`);
  expect(text).toContain("Proves nothing: it speaks of what is still to come");
  expect(text).toContain("Read from an image, certainty 0.91");
  expect(text).toContain("CHANGED to PARTIAL (MISREAD)");
  expect(text).toContain('<span class="verdict NOT_JUDGED">Not judged</span>');
});

test("words of others carry their direction and script", async () => {
  const text = await report(makeReportState(14));
  for (const lang of ["und-Arab", "und-Hebr", "und-Cyrl", "und-Grek", "ja", "zh"])
    expect(text).toContain(`<blockquote dir="auto" lang="${lang}">`);
});

test("hostile words of evidence, names and reasons stay words", async () => {
  const hostile = `</title></style><script src="https://evil.example/x.js">'"&<img onerror=x>\u0000\u0007\ud800`;
  const state = makeReportState(3);
  const text = await report({
    ...state,
    packName: hostile,
    run: { ...state.run, name: hostile, startedByName: hostile },
    reviews: state.reviews.map((review) => ({ ...review, reviewerName: hostile, reason: hostile })),
    signOffs: state.signOffs.map((signOff) => ({ ...signOff, signerName: hostile, statement: hostile })),
    documents: state.documents.map((document) => ({ ...document, originalFilename: hostile })),
    snapshot: {
      ...state.snapshot,
      requirements: state.snapshot.requirements.map((requirement) => ({
        ...requirement,
        title: hostile,
        criterionTitle: hostile,
      })),
      assessments: state.snapshot.assessments.map((assessment) => ({
        ...{ ...assessment, reasoning: hostile },
        citations: assessment.citations.map((citation) => ({ ...citation, text: hostile })),
      })),
      documents: state.snapshot.documents.map((document) => ({ ...document, originalFilename: hostile })),
    },
  });
  for (const raw of ["<script", "<img", "\u0000", "\u0007"]) expect(text).not.toContain(raw);
  expect(text.match(/<\/title>|<\/style>/g)).toHaveLength(2);
  expect(text).toContain(
    "&lt;script src=&quot;https://evil.example/x.js&quot;&gt;&#39;&quot;&amp;&lt;img onerror=x&gt;",
  );
});

test("it needs no script and no resource from anywhere, and its policy allows its own style alone", async () => {
  const text = await report(makeReportState(3));
  expect(text).not.toMatch(/<(script|link|img|iframe|object|form)\b|\son\w+=|url\(|@import|\ssrc=|https?:/);
  expect(text).toMatch(
    /content="default-src 'none'; style-src 'sha256-[\w+/=]{44}'; base-uri 'none'; form-action 'none'"/,
  );
});

test("says where the run's text and its documents were sent, that nothing was, or that it is not known", async () => {
  const appendix = async (overrides: Partial<ReportState> = {}) => {
    const text = await report(makeReportState(3, overrides));
    return text.slice(text.indexOf("Appendix D Egress</h2>"));
  };
  const sent = await appendix();
  for (const said of ["models.example", "40 requests", "900000", "4 documents", "1 document is not known"])
    expect(sent).toContain(said);
  const nothing = { run: [], documents: [], olderDocuments: 0 };
  expect(await appendix({ egress: nothing })).toContain("Nothing of this run or of its documents was sent");
  expect(await appendix({ egress: null })).toContain("not recorded");
});

test("what is not recorded says so, and what no report covers is on its first page", async () => {
  const text = await report(makeReportState(21));
  const cover = text.slice(text.indexOf("<header>"), text.indexOf("</header>"));
  for (const gap of [
    "3 requirements not judged",
    "11 requirements not reviewed",
    "1 document left out",
    "mappings to other frameworks: not recorded",
    "1 document of which it is not known where",
  ])
    expect(cover).toContain(gap);
  expect(cover).toContain("PREPARED");
  expect(text).toContain("As of</dt><dd>2026-11-28 09:30 UTC");
});
