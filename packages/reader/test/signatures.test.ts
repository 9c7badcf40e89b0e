import type { FileType } from "@assay/contract";
import { threadMsOf } from "@assay/testing/thread-time";
import { describe, expect, test } from "vitest";
import { listSignatures } from "../src/signatures/list-signatures.ts";
import { sourceFile, testExtractor } from "./extract-all.ts";
import { makePdf, textAt } from "./make-pdf.ts";
import { makeSigner, type Parts, signDocx, signPdf, zipParts } from "./make-signed.ts";

const ann = makeSigner("Ann Auditor");
const bob = makeSigner("Bob", "ec");
const list = (fileType: FileType, bytes: Uint8Array) => listSignatures(fileType, Uint8Array.from(bytes), () => {});

async function extract(fileType: FileType, bytes: Uint8Array) {
  const { signatures } = await testExtractor().extract(sourceFile(fileType, bytes), {
    fromSegment: 0,
    charactersMax: 1_000_000,
    signal: new AbortController().signal,
    onSegment: async () => undefined,
  });
  return signatures;
}

const SIGNED = { signedAt: "2026-03-02T10:00:00.000Z", coversWholeDocument: true, bytesUnchanged: true };

test("a file without a signature has none", async () => {
  expect(await extract("pdf", makePdf([{ content: textAt(50, 700, "/ByteRange [0 1 2 3]") }]))).toEqual([]);
  const { "_xmlsignatures/sig1.xml": _, ...plain } = signDocx(ann);
  expect(await extract("docx", zipParts(plain))).toEqual([]);
  expect(await list("txt", Buffer.from("/ByteRange"))).toEqual([]);
});

describe("of a PDF", () => {
  const signed = signPdf(ann);
  const replaced = (from: string | RegExp, to: string) =>
    Buffer.from(signed.toString("latin1").replace(from, to), "latin1");

  test("who signed, when, all of it, unchanged: for keys of either kind", async () => {
    expect(await extract("pdf", signed)).toEqual([{ kind: "PDF", signer: "Ann Auditor", ...SIGNED }]);
    expect(await list("pdf", signPdf(bob))).toEqual([{ kind: "PDF", signer: "Bob", ...SIGNED }]);
  });

  test("a later revision, signed or not, leaves the first one true and no longer of the whole", async () => {
    const first = { kind: "PDF", signer: "Ann Auditor", ...SIGNED, coversWholeDocument: false };
    expect(await list("pdf", signPdf(bob, signed))).toEqual([first, { kind: "PDF", signer: "Bob", ...SIGNED }]);
    const more = Buffer.from("92 0 obj\n<</Type/Annot>>\nendobj\n%%EOF\n");
    expect(await list("pdf", Buffer.concat([signed, more]))).toEqual([first]);
  });

  test.each([
    ["a byte before it", () => replaced("Access policy", "Access police")],
    ["a byte inserted before it", () => replaced("Access policy", "No access policy")],
    ["a byte after it", () => replaced("endobj\n%%EOF\n", "endobj\n%%EOG\n").subarray(0)],
    ["the end cut off", () => signed.subarray(0, signed.length - 3)],
    ["the digest inside it", () => flipDigit(signed, /06092a864886f70d010904[0-9a-f]{8}/)],
    ["the signature's own number", () => flipDigit(signed, /(?<=<3082[0-9a-f]*)[1-9a-f](?=0{50})/)],
    ["a range that leaves more out", () => widened(signed)],
    ["the time inside it", () => replaced("3236303330323130303030305a", "3236303430323130303030305a")],
  ])("finds that %s changed", async (_, change) => {
    const bytes = change();
    expect(bytes.equals(signed)).toBe(false);
    const found = (await list("pdf", bytes)).map(({ bytesUnchanged }) => bytesUnchanged);
    expect(found).toEqual([false]);
  });

  test("an algorithm that is not known, and a structure that is none, are not judged", async () => {
    const unknown = signPdf(ann, undefined, { digestId: Buffer.from("300b0609608648016503040263", "hex") });
    expect(await list("pdf", unknown)).toEqual([
      { kind: "PDF", signer: "Ann Auditor", ...SIGNED, bytesUnchanged: null },
    ]);
    expect(await list("pdf", replaced(/<3082/, "<9982"))).toEqual([
      { kind: "PDF", signer: null, ...SIGNED, signedAt: "2026-03-02T09:00:00.000Z", bytesUnchanged: null },
    ]);
  });

  test("a place kept for a signature is none, nor is what a program's maker grants, nor one in a file inside", async () => {
    expect(await list("pdf", replaced(/Contents<[0-9a-f]+>/, "Contents<0000>"))).toEqual([]);
    expect(await list("pdf", replaced("/Type/Sig", "/Reference[<</TransformMethod/UR3>>]"))).toEqual([]);
    const holder = Buffer.concat([
      Buffer.from(`%PDF-1.7\n1 0 obj\n<</Length ${signed.length}>>\nstream\n`),
      signed,
      Buffer.from("\nendstream\nendobj\n"),
    ]);
    expect(await list("pdf", holder)).toEqual([]);
  });

  test.each([
    ["many places without an end", "1 0 obj\n<</ByteRange[0 1 2 3]/Contents<".repeat(20_000)],
    ["arrays without an end", `${"1 0 obj\n[/ByteRange [0 1 2 3]".repeat(1000)}${"[1 ".repeat(500_000)}`],
    ["words that look like objects", `${"obj".repeat(1_000_000)}${"/ByteRange".repeat(1000)}`],
    ["streams without an end", `${"<<>>stream\n".repeat(50_000)}/ByteRange[0 1 2 3]`],
    ["a structure without an end", `1 0 obj\n<</ByteRange[0 5 2000010 3]/Contents<${"3080".repeat(500_000)}>>>`],
  ])("%s end in time", async (_, text) => {
    expect(await threadMsOf(() => list("pdf", Buffer.from(text)))).toBeLessThan(10_000);
  });
});

function flipDigit(bytes: Buffer, pattern: RegExp): Buffer {
  const text = bytes.toString("latin1");
  const match = pattern.exec(text)!;
  const at = match.index + match[0].length - 1 + (match[0].length > 1 ? 20 : 0);
  const digit = text[at] === "1" ? "2" : "1";
  return Buffer.from(text.slice(0, at) + digit + text.slice(at + 1), "latin1");
}

/** The same digest, over a range that omits a comment before the signature too. */
function widened(bytes: Buffer): Buffer {
  const text = bytes.toString("latin1").replace(/\/Contents</, "%hidden words\n/Contents<");
  return Buffer.from(
    text.replace(/(ByteRange\[0 \d+ )(\d+)/, (_, before, end) => `${before}${Number(end) + 14}`),
    "latin1",
  );
}

describe("of an Office package", () => {
  const parts = signDocx(ann);
  const changed = (change: (parts: Parts) => Parts) => list("docx", zipParts({ ...parts, ...change(parts) }));
  const inSignature = (from: string | RegExp, to: string) =>
    changed(({ "_xmlsignatures/sig1.xml": signature = "" }) => {
      expect(signature.search(from)).toBeGreaterThan(0);
      return { "_xmlsignatures/sig1.xml": signature.replace(from, to) };
    });

  test("who signed, when, all of it, unchanged: for keys of either kind", async () => {
    expect(await extract("docx", zipParts(parts))).toEqual([{ kind: "OFFICE", signer: "Ann Auditor", ...SIGNED }]);
    expect(await list("docx", zipParts(signDocx(bob)))).toEqual([{ kind: "OFFICE", signer: "Bob", ...SIGNED }]);
  });

  test("the properties of the file and the form of its relationships may change", async () => {
    const found = await changed((all) => ({
      "docProps/core.xml": "<other/>",
      "_rels/.rels": all["_rels/.rels"]!.replaceAll("\n", " ").replace("<Relationships", "<!-- x --><Relationships"),
    }));
    expect(found).toEqual([{ kind: "OFFICE", signer: "Ann Auditor", ...SIGNED }]);
  });

  test.each<[string, (parts: Parts) => Parts]>([
    ["a part is added", () => ({ "word/comments.xml": "<c/>" })],
    [
      "a relationship is added",
      (all) => ({
        "_rels/.rels": all["_rels/.rels"]!.replace("</Rel", '<Relationship Id="x" Type="y" Target="z"/></Rel'),
      }),
    ],
  ])("is no longer of the whole where %s", async (_, change) => {
    const expected = { kind: "OFFICE", signer: "Ann Auditor", ...SIGNED, coversWholeDocument: false };
    expect(await changed(change)).toEqual([expected]);
  });

  test.each<[string, (parts: Parts) => Parts]>([
    ["a part", (all) => ({ "word/document.xml": all["word/document.xml"]!.replace("policy", "police") })],
    [
      "where a relationship leads",
      (all) => ({ "_rels/.rels": all["_rels/.rels"]!.replace("word/document", "word/other") }),
    ],
    [
      "the type of a part",
      (all) => ({ "[Content_Types].xml": all["[Content_Types].xml"]!.replace('"application/xml"', '"text/html"') }),
    ],
  ])("finds that %s changed", async (_, change) => {
    expect((await changed(change)).map(({ bytesUnchanged }) => bytesUnchanged)).toEqual([false]);
  });

  test.each<[string, string | RegExp, string]>([
    ["a digest of the manifest", /(?<=document\.xml\?[^>]*>[^>]*><\/DigestMethod><DigestValue>)./, "="],
    ["the time of signing", "2026-03-02T10", "2026-04-02T10"],
    ["the digest of what it covers", /(?<=idPackageObject">.{80,130}<DigestValue>)./, "="],
    ["its own number", /(?<=<SignatureValue>)..../, "AAAA"],
    ["its references", /<Reference URI="#idPackageObject">.*?<\/Reference>/, ""],
  ])("finds that %s changed in the signature itself", async (_, from, to) => {
    expect((await inSignature(from, to)).map(({ bytesUnchanged }) => bytesUnchanged)).toEqual([false]);
  });

  test("an algorithm that is not known, a certificate that is missing, an Id that is twice are not judged", async () => {
    const found = [
      await inSignature(/xmldsig-more#rsa-sha256/, "xmldsig-more#rsa-sha999"),
      await inSignature(/<X509Certificate>.*<\/X509Certificate>/, ""),
      await inSignature("<KeyInfo>", '<KeyInfo Id="idPackageObject">'),
      await inSignature("<Signature", "<!DOCTYPE x><Signature"),
    ];
    expect(found.map(([signature]) => signature?.bytesUnchanged)).toEqual([null, null, null, null]);
  });

  test.each([
    ["levels without an end", "<a>".repeat(300_000)],
    ["attributes without an end", `<a ${Array.from({ length: 100_000 }, (_, at) => `b${at}=""`).join(" ")}/>`],
    [
      "references without an end",
      `<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"><SignedInfo>${'<Reference URI="#a"/>'.repeat(90_000)}</SignedInfo></Signature>`,
    ],
  ])("%s end in time", async (_, text) => {
    const file = zipParts({ ...parts, "_xmlsignatures/sig1.xml": text });
    expect(await threadMsOf(() => list("docx", file))).toBeLessThan(10_000);
  });
});
