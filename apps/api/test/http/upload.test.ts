import { createHash } from "node:crypto";
import { documentReply } from "@assay/contract";
import { newId } from "@assay/db";
import { zipSync } from "fflate";
import { PDFDocument } from "pdf-lib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectDocuments } from "../support/stored-files.ts";
import { expectError, type TestClient } from "../support/test-client.ts";
import { type TestService, type TestTenant, testService } from "../support/test-service.ts";

let assay: TestService;
beforeAll(async () => {
  assay = await testService();
});
afterAll(() => assay.close());

const text = "Backups of business data are taken every day.";
const bytesOf = (value: string) => new TextEncoder().encode(value);
const zip = (files: Record<string, string>) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, content]) => [name, bytesOf(content)])));

async function fresh(): Promise<{ tenant: TestTenant; client: TestClient }> {
  const tenant = await assay.tenant({ pack: null });
  return { tenant, client: await tenant.as("MEMBER") };
}

/** A form written by hand. */
function sendForm(
  client: TestClient,
  body: string | Uint8Array,
  type = "multipart/form-data; boundary=x",
): Promise<Response> {
  const init = {
    body: (typeof body === "string" ? bytesOf(body) : body) as BodyInit,
    headers: { "Content-Type": type },
  };
  return client.call("POST", "/api/documents/upload", init);
}
const part = (disposition: string, content = text, headers = "") =>
  `--x\r\nContent-Disposition: ${disposition}\r\n${headers}\r\n${content}\r\n`;
const filePart = (parameters: string, content = text) => part(`form-data; name="file"; ${parameters}`, content);

async function issuesOf(response: Response): Promise<{ field: string; issue: string }[]> {
  const { details } = await expectError(response, 400, "VALIDATION_ERROR");
  return details?.issues as { field: string; issue: string }[];
}

test("an accepted upload answers 201 with the whole document, UPLOADED, under its SHA-256", async () => {
  const { tenant, client } = await fresh();
  const fields = { category: "Policies", effectiveDate: "2026-01-01", expiresAt: "2026-12-31" };
  const response = await client.sendFile("Backup policy.txt", text, { fields });
  expect(response.status).toBe(201);
  const { document } = documentReply.parse(await response.json());
  expect(document).toEqual({
    ...fields,
    evidenceKind: "UNKNOWN",
    ownerId: null,
    reviewBy: null,
    evidenceKindSource: "DERIVED",
    id: expect.any(String),
    tenantId: tenant.id,
    originalFilename: "Backup policy.txt",
    fileType: "txt",
    status: "UPLOADED",
    sha256Hash: createHash("sha256").update(text).digest("hex"),
    sizeBytes: text.length,
    parentDocumentId: null,
    places: [],
    replacesDocumentId: null,
    supersededById: null,
    retiredAt: null,
    uploadedAt: expect.any(String),
    extractedAt: null,
    parsedAt: null,
    indexedAt: null,
    scannedAt: null,
    readyAt: null,
    failure: null,
    coverage: null,
    encoding: null,
    signatures: [],
    recognition: null,
    waiting: null,
    readerVersion: null,
    archive: null,
    title: null,
    heading: null,
  });
  expect(await client.settled(document.id)).toMatchObject({ ...fields, status: "READY" });
  await expectDocuments(assay, tenant, [document.id]);
});

test("another file at the same place is a new version of the one before", async () => {
  const { client } = await fresh();
  const fields = { source: "evidence", path: "policies/backup.txt" };
  const send = async (content: string) =>
    documentReply.parse(await (await client.sendFile("backup.txt", content, { fields })).json()).document;
  const first = await send("Backups are taken every day.");
  await client.settled(first.id);
  const second = await send("The register was withdrawn.");
  expect(second).toMatchObject({ replacesDocumentId: first.id, places: [{ ...fields, version: 2 }] });
  await client.settled(second.id);
  expect(await client.settled(first.id)).toMatchObject({ supersededById: second.id, places: [] });
});

test.each([
  ["path", { source: "evidence" }],
  ["source", { path: "a.txt" }],
  ["source", { source: " ", path: "a.txt" }],
  ["source", { source: "s".repeat(61), path: "a.txt" }],
  ["source", { source: "a\u0007b", path: "a.txt" }],
  ["path", { source: "evidence", path: "p".repeat(1025) }],
])("a place that cannot be one is refused on %s", async (field, fields) => {
  const { client } = await fresh();
  const issues = await issuesOf(await client.sendFile("a.txt", text, { fields: fields as Record<string, string> }));
  expect(issues.map((issue) => issue.field)).toEqual([field]);
});

test("the optional fields are all optional, in any order, before or after the file", async () => {
  const { client } = await fresh();
  const bare = await client.upload("bare.txt", "Nothing beside the file.");
  expect(bare).toMatchObject({ category: null, effectiveDate: null, expiresAt: null });
  const form = `${part('form-data; name="category"', "  Before ")}${filePart('filename="a.txt"')}${part('form-data; name="expiresAt"', "2030-02-28")}--x--\r\n`;
  const { document } = documentReply.parse(await (await sendForm(client, form)).json());
  expect(document).toMatchObject({ category: "Before", effectiveDate: null, expiresAt: "2030-02-28" });
});

test.each([
  ["category", ""],
  ["category", "   "],
  ["category", "x".repeat(101)],
  ["category", "a\0b"],
  ["effectiveDate", "2026-02-30"],
  ["effectiveDate", "2026-1-1"],
  ["effectiveDate", "tomorrow"],
  ["effectiveDate", "2026-01-01T00:00:00.000Z"],
  ["expiresAt", "0000-01-01"],
  ["expiresAt", "275761-01-01"],
  ["expiresAt", ""],
])("the field %s refuses %j and nothing is left behind", async (field, value) => {
  const { tenant, client } = await fresh();
  const issues = await issuesOf(await client.sendFile("policy.txt", text, { fields: { [field]: value } }));
  expect(issues).toMatchObject([{ field }]);
  await expectDocuments(assay, tenant, []);
});

test("expiresAt may not be before effectiveDate and no field may come twice", async () => {
  const { tenant, client } = await fresh();
  const fields = { effectiveDate: "2026-05-02", expiresAt: "2026-05-01" };
  expect(await issuesOf(await client.sendFile("policy.txt", text, { fields }))).toMatchObject([{ field: "expiresAt" }]);
  const twice = `${filePart('filename="a.txt"')}${part('form-data; name="category"', "a").repeat(2)}--x--\r\n`;
  expect(await issuesOf(await sendForm(client, twice))).toMatchObject([{ field: "category" }]);
  await expectDocuments(assay, tenant, []);
});

describe("a form that is not one file", () => {
  const file = filePart('filename="a.txt"');
  const end = "--x--\r\n";
  const header = (bytes: number) => `X-Long: ${"a".repeat(bytes)}\r\n`;
  const forms: Record<string, [string, string]> = {
    "no part": [end, "file"],
    "no file": [part('form-data; name="category"', "a") + end, "file"],
    "two files": [file + file + end, "file"],
    "a wrong part name": [part('form-data; name="document"; filename="a.txt"') + end, "document"],
    "a file in place of a field": [part('form-data; name="category"; filename="a.txt"') + file + end, "category"],
    "a file without a name": [part('form-data; name="file"') + end, "file"],
    "an empty file name": [filePart('filename=""') + end, "file"],
    "no closing boundary": [file, ""],
    "half of a closing boundary": [`${file}--x`, ""],
    "a body cut off": [file.slice(0, -10), ""],
    "nothing at all": ["", ""],
    "not a form": ["hello", ""],
    "another boundary": [(file + end).replaceAll("--x", "--y"), ""],
    "no disposition": [`--x\r\nContent-Type: text/plain\r\n\r\n${text}\r\n${end}`, ""],
    "a disposition without a name": [part('form-data; filename="a.txt"') + end, ""],
    "a disposition of another kind": [part('attachment; name="file"; filename="a.txt"') + end, ""],
    "an open quote": [part('form-data; name="file"; filename="a.txt') + end, ""],
    "a doubled parameter": [filePart('filename="a.txt"; filename="b.txt"') + end, ""],
    "a header name with a space": [part('form-data; name="file"; filename="a.txt"', text, "Bad Name: x\r\n") + end, ""],
    "a control character in a header": [filePart('filename="a\u0001.txt"') + end, ""],
    "a very long header": [part('form-data; name="file"; filename="a.txt"', text, header(1_000_000)) + end, ""],
    "a malformed filename*": [filePart("filename*=UTF-8''%ZZ.txt") + end, ""],
    "a filename* that is not UTF-8": [filePart("filename*=UTF-8''%ff.txt") + end, ""],
    "10,000 parts": [
      Array.from({ length: 10_000 }, (_, at) => part(`form-data; name="x${at}"`, "y")).join("") + end,
      "",
    ],
    "a field of 5 KB": [part('form-data; name="category"', "y".repeat(5000)) + file + end, ""],
  };
  test.each(Object.entries(forms))("as %s answers 400 and leaves nothing behind", async (_, [body, field]) => {
    const { tenant, client } = await fresh();
    const issues = await issuesOf(await sendForm(client, body));
    expect(issues).toEqual([{ field, issue: expect.any(String) }]);
    await expectDocuments(assay, tenant, []);
  });

  test("or has no boundary or another media type is refused by its Content-Type", async () => {
    const { client } = await fresh();
    for (const type of ["multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; charset=utf-8"])
      expect(await issuesOf(await sendForm(client, file + end, type)), type).toMatchObject([{ field: "Content-Type" }]);
    for (const type of [
      "multipart/mixed; boundary=x",
      "application/json",
      "text/plain",
      "application/octet-stream",
      "",
    ])
      await expectError(await sendForm(client, file + end, type), 415, "UNSUPPORTED_MEDIA_TYPE");
  });

  test("is told from one whose parts merely arrive in small pieces, with extra headers", async () => {
    const { client } = await fresh();
    const form = bytesOf(
      `preamble\r\n${part('form-data; name="category"', "Policies")}${part(`form-data; filename="päper 名.txt"; name=file`, text, "Content-Type: application/x-msdownload\r\nX-Extra: 1\r\n")}--x--\r\nepilogue`,
    );
    const pieces = new ReadableStream({
      start(controller) {
        for (const byte of form) controller.enqueue(new Uint8Array([byte]));
        controller.close();
      },
    });
    const init = { body: pieces, duplex: "half", headers: { "Content-Type": 'multipart/form-data; boundary="x"' } };
    const response = await client.call("POST", "/api/documents/upload", init as RequestInit);
    const { document } = documentReply.parse(await response.json());
    expect(document).toMatchObject({ originalFilename: "päper 名.txt", sizeBytes: text.length, fileType: "txt" });
  });
});

describe("a file name", () => {
  const bad = [
    "",
    "policy",
    ".htaccess",
    "policy.",
    "x".repeat(256),
    `${"x".repeat(252)}.txt`,
    `${"名".repeat(84)}.txt`,
  ];
  test.each(bad)("like %j is refused on `file`", async (name) => {
    const { tenant, client } = await fresh();
    const response = await sendForm(client, `${filePart(`filename="${name}"`)}--x--\r\n`);
    expect(await issuesOf(response)).toMatchObject([{ field: "file" }]);
    await expectDocuments(assay, tenant, []);
  });

  const names: Record<string, string> = {
    "../../x.txt": "../../x.txt",
    "..\\..\\x.txt": "..\\..\\x.txt",
    "C:\\Temp\\x.txt": "C:\\Temp\\x.txt",
    "/etc/passwd.txt": "/etc/passwd.txt",
    'He said "no".txt': 'He said "no".txt',
    "a\r\nSet-Cookie: x=1\r\n.txt": "a  Set-Cookie: x=1  .txt",
    "evil\u202etxt.exe.txt": "evil\u202etxt.exe.txt",
    "策略 文件.txt": "策略 文件.txt",
    "Политика.txt": "Политика.txt",
    "سياسة.txt": "سياسة.txt",
    "😀 100%25 ;=.txt": "😀 100%25 ;=.txt",
    "=cmd()|' /C calc'!A0.txt": "=cmd()|' /C calc'!A0.txt",
    "<img src=x onerror=alert(1)>.txt": "<img src=x onerror=alert(1)>.txt",
    "CON.txt": "CON.txt",
    [`${"x".repeat(251)}.txt`]: `${"x".repeat(251)}.txt`,
  };
  test.each(Object.entries(names))(
    "like %j is display text: shown as %j, and offered again by its download",
    async (sent, shown) => {
      const { tenant, client } = await fresh();
      const document = await client.upload(sent, `${text} ${newId()}`);
      expect(document.originalFilename).toBe(shown);
      await expectDocuments(assay, tenant, [document.id]);
      const response = await client.call("GET", `/api/documents/${document.id}/original`);
      await response.body?.cancel();
      const header = response.headers.get("Content-Disposition")!;
      expect(header).toMatch(/^attachment; filename="[\x20-\x7e]*"; filename\*=UTF-8''[\w!#$&+.^`|~%-]+$/);
      expect(decodeURIComponent(header.split("filename*=UTF-8''")[1]!)).toBe(shown);
      expect(response.headers.get("Set-Cookie")).toBeNull();
    },
  );

  test("given as filename* or with escaped quotes is understood too", async () => {
    const { client } = await fresh();
    const sent = {
      "filename=\"x.txt\"; filename*=UTF-8''%e7%ad%96.txt": "策.txt",
      'filename="a \\"b\\".txt"': 'a "b".txt',
      "filename=plain.txt": "plain.txt",
    };
    for (const [parameters, shown] of Object.entries(sent)) {
      const response = await sendForm(client, `${filePart(parameters, shown)}--x--\r\n`);
      expect(documentReply.parse(await response.json()).document.originalFilename).toBe(shown);
    }
  });
});

describe("a file type", () => {
  const exe = new Uint8Array([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0]);
  const docx = zip({ "[Content_Types].xml": "<Types/>", "word/document.xml": "<w:document/>" });
  const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]);
  const bad: [string, string | Uint8Array][] = [
    ["program.exe", exe],
    ["program.pdf", exe],
    ["program.txt", exe],
    ["image.pdf", png],
    ["image.jpg", png],
    ["image.gif", "GIF89a"],
    ["text.pdf", text],
    ["text.docx", text],
    ["text.zip", text],
    ["office.zip", docx],
    ["archive.docx", zip({ "a.txt": text })],
    ["page.svg", "<svg/>"],
    ["script.js", "alert(1)"],
    ["data.toml", "a = 1"],
    ["nul.txt", "a\0b"],
    ["nul.csv", "a,b\n\0,c"],
  ];
  test.each(bad)("of %s that its bytes or name do not bear out answers 415 and leaves nothing", async (name, bytes) => {
    const { tenant, client } = await fresh();
    await expectError(await client.sendFile(name, bytes), 415, "UNSUPPORTED_FILE_TYPE");
    await expectDocuments(assay, tenant, []);
  });

  test("is decided by the bytes: a PDF is one as .pdf and refused as .docx", async () => {
    const { tenant, client } = await fresh();
    const made = await PDFDocument.create();
    made.addPage();
    const pdf = await made.save();
    await expectError(await client.sendFile("policy.docx", pdf), 415, "UNSUPPORTED_FILE_TYPE");
    const document = await client.upload("policy.PDF", pdf);
    expect(document.fileType).toBe("pdf");
    await expectDocuments(assay, tenant, [document.id]);
  });

  test("of 0 bytes is 400 on `file`", async () => {
    const { tenant, client } = await fresh();
    for (const name of ["empty.txt", "empty.pdf", "empty.zip"])
      expect(await issuesOf(await client.sendFile(name, ""))).toMatchObject([{ field: "file" }]);
    await expectDocuments(assay, tenant, []);
  });
});

test("a new version of a document is uploaded to its versions", async () => {
  const member = await (await assay.tenant()).as("MEMBER");
  const { id } = await member.upload("policy.txt", "The first rule.", { title: "The rule" });
  await member.settled(id);
  const form = new FormData();
  form.append("file", new Blob(["The second rule."]), "policy.txt");
  const response = await member.call("POST", `/api/documents/${id}/versions`, { body: form });
  expect(response.status).toBe(201);
  const { document } = documentReply.parse(await response.json());
  expect(document).toMatchObject({ replacesDocumentId: id, title: "The rule" });
  const placed = new FormData();
  placed.append("file", new Blob(["The third rule."]), "policy.txt");
  placed.append("source", "folder");
  await expectError(
    await member.call("POST", `/api/documents/${document.id}/versions`, { body: placed }),
    400,
    "VALIDATION_ERROR",
  );
  const nothing = await member.call("POST", "/api/documents/nothing/versions", { body: form });
  await expectError(nothing, 404, "NOT_FOUND");
});
