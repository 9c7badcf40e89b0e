import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { toExclude } from "../../src/cli/sync/exclude.ts";
import { listFolder } from "../../src/cli/sync/list-folder.ts";
import { listRepository } from "../../src/cli/sync/list-repository.ts";
import { syncOnChanges } from "../../src/cli/sync/sync-on-changes.ts";

const NONE = { exclude: () => false, signal: new AbortController().signal, onProgress: () => {} };

async function makeFolder(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "assay-sync-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(folder, path, ".."), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}

test.each([
  ["*.tmp", "deep/a.tmp", true],
  ["*.tmp", "a.tmp.txt", false],
  ["drafts/", "drafts", true],
  ["/a.txt", "a.txt", true],
  ["/a.txt", "deep/a.txt", false],
  ["deep/*.txt", "deep/a.txt", true],
  ["deep/*.txt", "deep/er/a.txt", false],
  ["deep/**/a.txt", "deep/er/est/a.txt", true],
  ["deep/**", "deep/er/a.txt", true],
  ["**/a.txt", "a.txt", true],
  ["a?[0-9!].txt", "ab7.txt", true],
  ["[!a].txt", "a.txt", false],
  ["a+(b).txt", "a+(b).txt", true],
])("the pattern %s of --exclude for %s", (pattern, path, isExcluded) => {
  expect(toExclude([pattern])(path, pattern.endsWith("/"))).toBe(isExcluded);
});

test("the last pattern that fits decides, and one with a / at its end is for folders alone", () => {
  const exclude = toExclude(["*.txt", "!keep.txt", "old/"]);
  expect(exclude("a.txt", false)).toBe(true);
  expect(exclude("deep/keep.txt", false)).toBe(false);
  expect(exclude("old", false)).toBe(false);
});

test("a folder is listed with hashes, without hidden files, links and what is excluded", async () => {
  const folder = await makeFolder({
    "a.txt": "a",
    "deep/line\nbreak 😀.txt": "b",
    ".hidden": "c",
    "drafts/d.txt": "d",
    "x.tmp": "e",
  });
  await symlink("/etc/passwd", join(folder, "link.txt"));
  const { entries, unread, skipped } = await listFolder(folder, { ...NONE, exclude: toExclude(["drafts/", "*.tmp"]) });
  expect(entries).toMatchObject([
    { path: "a.txt", bytes: 1, sha256: "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb" },
    { path: "deep/line\nbreak 😀.txt", bytes: 1 },
  ]);
  expect({ unread, skipped }).toEqual({ unread: [], skipped: 2 });
});

test("a name has one form, and of two files that would have the same one the second is refused", async () => {
  const folder = await makeFolder({ "caf\u00e9.txt": "a", "cafe\u0301.txt": "b" });
  const { entries, unread } = await listFolder(folder, NONE);
  expect(entries).toMatchObject([{ path: "caf\u00e9.txt" }]);
  expect(unread).toEqual([{ path: "caf\u00e9.txt", reason: "another file has the same name in Unicode's form NFC" }]);
});

test("what cannot be read is said, and listed as there", async () => {
  const folder = await makeFolder({ "a.txt": "a", "z.txt": "z" });
  const exclude = (path: string) => {
    if (path === "z.txt") execFileSync("rm", [join(folder, "a.txt")]);
    return false;
  };
  const { entries, unread } = await listFolder(folder, { ...NONE, exclude });
  expect(entries).toMatchObject([{ path: "z.txt" }]);
  expect(unread).toEqual([{ path: "a.txt", reason: "ENOENT" }]);
  await expect(listFolder(join(folder, "z.txt"), NONE)).rejects.toThrow("because it is no folder");
  await expect(listFolder(join(folder, "none"), NONE)).rejects.toThrow("there is no such folder");
});

test("a commit of a repository is listed as it is there, whatever the working tree has", async () => {
  const folder = await makeFolder({ "a.txt": "a", 'deep/caf\u00e9 "x".txt': "b", ".github/c.txt": "c" });
  const git = (...args: string[]) =>
    execFileSync("git", ["-C", folder, "-c", "user.name=a", "-c", "user.email=a@example.test", ...args]);
  git("init", "--quiet", "--initial-branch=main");
  git("add", ".");
  git("commit", "--quiet", "--message=first");
  await writeFile(join(folder, "a.txt"), "edited");
  const { entries, unread, skipped } = await listRepository(folder, "main", NONE);
  expect(entries.map(({ path, bytes }) => [path, bytes])).toEqual([
    ["a.txt", 1],
    ['deep/caf\u00e9 "x".txt', 1],
  ]);
  expect(entries[0]!.sha256).toBe("ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb");
  expect(await new Response(((await entries[0]!.open()) as Blob).stream()).text()).toBe("a");
  expect({ unread, skipped }).toEqual({ unread: [], skipped: 1 });
  await expect(listRepository(folder, "none", NONE)).rejects.toThrow("Cannot read the repository");
  await expect(listRepository(folder, "--all", NONE)).rejects.toThrow("Cannot read the repository");
});

test("many changes make one sync, one during a sync makes another, and a failed one is tried again", async () => {
  const log: string[] = [];
  const ended = new AbortController();
  let change = () => {};
  const steps: (() => boolean)[] = [
    () => false,
    () => {
      change();
      return false;
    },
    () => true,
    () => {
      ended.abort(new Error("interrupted"));
      return false;
    },
  ];
  const watching = syncOnChanges({
    changes: (changed) => {
      change = changed;
      queueMicrotask(() => {
        changed();
        changed();
      });
      return () => log.push("closed");
    },
    sync: async () => {
      log.push("sync");
      return steps.shift()!();
    },
    settle: async () => void log.push("settle"),
    retryLater: async () => void log.push("retry"),
    signal: ended.signal,
  });
  await expect(watching).rejects.toThrow("interrupted");
  expect(log).toEqual(["sync", "settle", "sync", "settle", "sync", "retry", "sync", "closed"]);
});
