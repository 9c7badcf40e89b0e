import { expect, onTestFinished, test } from "vitest";
import { describeTree, LIMITS, sourceFile, testExtractor } from "./extract-all.ts";
import { attachment, message, multipart, text } from "./make-mail.ts";

const signal = new AbortController().signal;
const LINE = "From ann@example.com Mon Jan  5 10:00:00 2026\n";
const mail = (subject: string, body: string) =>
  `${LINE}From: Ann <ann@example.com>\nSubject: ${subject}\n\n${body}\n\n`;

async function walk(mbox: string | Uint8Array, limits: Partial<typeof LIMITS> = {}) {
  const archive = await testExtractor().walkArchive(sourceFile("mbox", mbox), {
    limits: { ...LIMITS, ...limits },
    signal,
  });
  onTestFinished(() => archive[Symbol.asyncDispose]());
  return archive.members;
}

test("each mail of a mailbox is a member by its subject, and its attachments are members of it", async () => {
  const attached = Buffer.from(message(multipart("mixed", text("See it"), attachment("a.txt", "Inside")))).toString();
  const box = `${mail("Review done", "Of\nFrom now on\n\nFrom here it goes on.\n\n>From her desk.\n>>From there")}${LINE}${attached}\n\n${mail("=?utf-8?q?Pr=C3=BCfung_a/b?=", "x")}`;
  const members = await walk(box);
  expect(describeTree(members)).toEqual([
    "0001 Review done.eml: eml",
    expect.stringMatching(/^0002.*\.eml: eml$/),
    expect.stringMatching(/^0002.*\.eml\/a\.txt: txt$/),
    "0003 Prüfung a b.eml: eml",
  ]);
  const [first] = members;
  if (first?.kind !== "file") throw new TypeError("Expected a file");
  const read = await new Response(await first.open()).text();
  expect(read).toMatch(/^From: Ann/);
  expect(read).toContain("\nFrom now on\n\nFrom here it goes on.\n\nFrom her desk.\n>From there");
});

test("mails are told apart whatever lies at the edge of what is read at once", async () => {
  for (const length of [1_048_300, 1_048_450, 1_048_500, 1_048_576, 1_048_600]) {
    const first = mail("One", "x");
    const box = first.replace("\nx\n", `\n${"y\n".repeat((length - first.length) / 2)}\n`) + mail("Two", "z");
    expect(describeTree(await walk(box))).toEqual(["0001 One.eml: eml", "0002 Two.eml: eml"]);
  }
});

test("a mailbox keeps to the limits of a tree, and one that does not begin with a mail is UNREADABLE_FILE", async () => {
  const box = mail("One", "x") + mail("Two", "y");
  for (const limits of [{ filesMax: 1 }, { bytesMax: 100 }])
    await expect(walk(box, limits)).rejects.toMatchObject({ code: "ARCHIVE_LIMIT_EXCEEDED" });
  for (const none of ["", "Dear all", `\n${box}`])
    await expect(walk(none)).rejects.toMatchObject({ code: "UNREADABLE_FILE" });
  expect(describeTree(await walk(box.slice(0, -10)))).toHaveLength(2);
});

test("mails are told apart by lines that say no sender, and by two such lines, which are no part of them", async () => {
  const border = "From \r\n";
  const forwarded = `${border}>From bob@example.com Mon Jan  5 10:00:00 2026\r\n`;
  const one = (subject: string) => `From: Ann <ann@example.com>\r\nSubject: ${subject}\r\n\r\nx\r\n\r\n`;
  const members = await walk(`${border}${one("One")}${forwarded}${one("Two")}${border}${one("Three")}`);
  expect(describeTree(members)).toEqual(["0001 One.eml: eml", "0002 Two.eml: eml", "0003 Three.eml: eml"]);
  const second = members[1];
  if (second?.kind !== "file") throw new TypeError("Expected a file");
  expect(await new Response(await second.open()).text()).toMatch(/^From: Ann/);
});
