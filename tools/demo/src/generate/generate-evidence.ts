/** Makes the demo's binary evidence from `sources/`: `node tools/demo/src/generate/generate-evidence.ts`. Equal sources give equal bytes. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { drawScan } from "./render/draw-scan.ts";
import { encodePng } from "./render/encode-png.ts";
import { readMarkdown } from "./render/read-markdown.ts";
import { writeDocx } from "./render/write-docx.ts";
import { createPdf, writePdf } from "./render/write-pdf.ts";
import { writeXlsx } from "./render/write-xlsx.ts";
import { zipFiles } from "./render/zip-files.ts";

const NORTHWIND = "Northwind Instruments";
const HARBOUR = "Harbour Clinic";

/** Every generated file by its path under `evidence/`. Evidence that is plain text is written by hand and not listed. */
export async function generateEvidence(): Promise<Record<string, Uint8Array>> {
  const policy = await readSource("northwind/information-security-policy.md");
  const plan = await readSource("northwind/business-continuity-plan-2019.md");
  const standard = await readSource("northwind/access-control-standard.md");
  const register = await readSource("northwind/backup-and-recovery-register.json");
  const notice = await readSource("harbour/privacy-and-records-notice.md");
  const rules = await readSource("harbour/staff-security-rules.md");
  return {
    "northwind/information-security-policy.pdf": await writePdf(readMarkdown(policy), {
      footer: `${NORTHWIND}  ·  NI-POL-001 Information Security Policy, version 4.2`,
      author: "Priya Venkarsson",
      date: "2026-01-26",
    }),
    "northwind/business-continuity-plan-2019.pdf": await writePdf(readMarkdown(plan), {
      footer: `${NORTHWIND}  ·  Business Continuity Plan, version 1.1`,
      author: "Gregor Hallam",
      date: "2019-03-22",
    }),
    "northwind/access-control-standard.docx": writeDocx(readMarkdown(standard), {
      header: `${NORTHWIND} · Internal`,
      footer: "NI-STD-004 Access Control Standard, version 2.3",
      creator: "Oskar Lindqvane",
      date: "2026-02-27",
    }),
    "northwind/backup-and-recovery-register.xlsx": writeXlsx(JSON.parse(register), {
      title: "NI-REG-011 Backup and Recovery Register",
      creator: "Oskar Lindqvane",
      date: "2026-10-05",
    }),
    "northwind/incident-and-supplier-records.zip": await zipRecords("northwind/incident-and-supplier-records"),
    "northwind/signed-certificate-scan.pdf": await scanCertificate(),
    "harbour/privacy-and-records-notice.pdf": await writePdf(readMarkdown(notice), {
      footer: `${HARBOUR}  ·  Privacy and Records Notice`,
      author: "Odile Marchbank",
      date: "2026-05-04",
    }),
    "harbour/staff-security-rules.docx": writeDocx(readMarkdown(rules), {
      header: `${HARBOUR} · For staff`,
      footer: "Security Rules for Staff, January 2026",
      creator: "Odile Marchbank",
      date: "2026-01-12",
    }),
  };
}

async function zipRecords(folder: string): Promise<Uint8Array> {
  const agreement = "tarnbrook-data-processing-agreement.txt";
  const names = ["incident-procedure.md", "incidents-2026.csv", "suppliers.csv", "lumenridge-confirmation.eml"];
  const files: Record<string, string | Uint8Array> = {};
  for (const name of names) files[name] = await readSource(`${folder}/${name}`);
  files["contracts.zip"] = zipFiles({ [agreement]: await readSource(`${folder}/contracts/${agreement}`) });
  files["photo-of-whiteboard.heic"] = encodePng(drawScan([{ text: "PHONE TREE - SEE PROCEDURE", scale: 3, y: 300 }]));
  return zipFiles(files);
}

/** A PDF of images only: there is nothing in it that could be read without OCR. */
async function scanCertificate(): Promise<Uint8Array> {
  const front = drawScan(
    [
      { text: "CERTIFICATE", scale: 7, y: 160 },
      { text: "THIS IS TO CONFIRM THAT", scale: 3, y: 310 },
      { text: "PRIYA VENKARSSON", scale: 5, y: 380 },
      { text: "HAS COMPLETED THE COURSE", scale: 3, y: 470 },
      { text: "SECURITY OFFICER", scale: 4, y: 530 },
      { text: "40 HOURS - PASSED WITH MERIT", scale: 3, y: 600 },
      { text: "EASTMERE 18 MAY 2026", scale: 3, y: 720 },
      { text: "COLLEGE OF THE TWO RIVERS", scale: 2, y: 900 },
    ],
    { signatureY: 830 },
  );
  const back = drawScan([
    { text: "SUBJECTS OF THE COURSE", scale: 4, y: 160 },
    { text: "LAW AND CONTRACTS  8 HOURS", scale: 3, y: 280 },
    { text: "RISK  8 HOURS", scale: 3, y: 340 },
    { text: "NETWORKS  12 HOURS", scale: 3, y: 400 },
    { text: "INCIDENTS  12 HOURS", scale: 3, y: 460 },
  ]);
  const pdf = await createPdf({ title: "Scan 18-05-2026", author: "Copier Eastmere 1", date: "2026-05-18" });
  for (const picture of [front, back]) {
    const image = await pdf.embedPng(encodePng(picture));
    pdf.addPage([595, 842]).drawImage(image, { x: 0, y: 0, width: 595, height: 842 });
  }
  return pdf.save();
}

function readSource(path: string): Promise<string> {
  return readFile(join(import.meta.dirname, "sources", path), "utf8");
}

if (import.meta.main)
  for (const [path, bytes] of Object.entries(await generateEvidence()))
    await writeFile(join(import.meta.dirname, "../../evidence", path), bytes);
