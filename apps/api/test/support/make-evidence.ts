import { readdir, readFile } from "node:fs/promises";
import { zipSync } from "fflate";
import { PDFDocument, StandardFonts } from "pdf-lib";
import { pick, seededRandom } from "./seeded-random.ts";

const DEMO = new URL("../../../../tools/demo/evidence/northwind/", import.meta.url);
const TEXT = new TextEncoder();

const SUBJECTS = ["The operations team", "Each plant", "The security officer", "An external auditor", "The board"];
const VERBS = ["reviews", "records", "tests", "approves", "encrypts", "restores", "reports on", "renews"];
const OBJECTS = [
  "the backups",
  "all accounts",
  "the supplier list",
  "the firewall rules",
  "every incident",
  "the keys",
];
const TIMES = ["every day", "each quarter", "once a year", "after every change", "within 24 hours", "before release"];

/** Sentences that an assessor can work with; equal seeds give equal text, others hardly ever. */
export function makeProse(seed: number, sentences: number): string {
  const random = seededRandom(seed);
  return Array.from({ length: sentences }, () => {
    const [subject, verb, object, time] = [SUBJECTS, VERBS, OBJECTS, TIMES].map((words) => pick(random, words));
    return `${subject} ${verb} ${object} ${time}, reference ${Math.floor(random() * 1e9).toString(36)}.`;
  }).join("\n");
}

/** A PDF of which each page has other text. */
export async function makeTextPdf(pages: number, seed = 1, sentences = 25): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (let page = 1; page <= pages; page++)
    pdf.addPage().drawText(`Page ${page}\n${makeProse(seed * 10_000 + page, sentences)}`, {
      x: 40,
      y: 800,
      size: 9,
      font,
      lineHeight: 12,
    });
  return pdf.save();
}

/** More than 30 documents of ten formats under names of their own: the demo's evidence, a PDF of 60 pages, archives. */
export async function makeEvidence(): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  for (const name of (await readdir(DEMO)).toSorted()) files.set(name, await readFile(new URL(name, DEMO)));
  files.set("plant-handbook.pdf", await makeTextPdf(60));
  files.set("reviews.csv", TEXT.encode(`when,what\n${makeProse(2, 300).replaceAll("\n", "\n2026-01-01,")}`));
  files.set("message.eml", TEXT.encode(`From: a@northwind.example\nSubject: Reviews\n\n${makeProse(3, 20)}`));
  files.set("image-only.pdf", await makeImagePdf());
  const member = (seed: number) => TEXT.encode(makeProse(seed, 40));
  const inner = zipSync({
    "inner-note.txt": member(20),
    "inner-page.html": TEXT.encode(`<p>${makeProse(21, 30)}</p>`),
  });
  const middle = zipSync({ "middle-plan.md": TEXT.encode(`# Plan\n\n${makeProse(22, 60)}`), "inner.zip": inner });
  files.set(
    "records.zip",
    zipSync({ "site/a.txt": member(23), "site/b.csv": member(24), "middle.zip": middle, "photo.png": member(25) }),
  );
  for (let at = 0; at < 16; at++) files.set(`procedure-${at}.txt`, TEXT.encode(makeProse(100 + at, 30 + at * 20)));
  return files;
}

async function makeImagePdf(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  pdf.addPage().drawRectangle({ x: 10, y: 10, width: 100, height: 100 });
  return pdf.save();
}
