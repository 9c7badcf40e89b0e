import type { PlanFile } from "@assay/contract";
import { listDocuments } from "@assay/core/documents";
import { cancelRun, listAssessments } from "@assay/core/runs";
import { closeSync, planSync } from "@assay/core/sources";
import type { Context } from "@assay/core/tenancy";
import { sha256Hex } from "../../src/digest.ts";
import { type Bundle, mailWith } from "./plain-extractor.ts";
import type { TestEngine } from "./test-engine.ts";

/** What a file has: a text, members where it is an archive, both where it is a mail. */
interface Content {
  readonly text: string;
  readonly members: Bundle;
}
type Folder = ReadonlyMap<string, Content>;

export const REQUIREMENTS = [
  "Backups of business data are taken every day",
  "Visitors to the laboratory are accompanied",
] as const;

const TEXTS = [
  "Backups of business data are taken every day by the operations team.",
  "Backups of business data are taken every week by the operations team.",
  "Visitors to the laboratory are accompanied by staff.",
  "Visitors to the laboratory sign a register.",
  "The register was withdrawn.",
] as const;
// A name suggests a kind of evidence, and tells text from Markdown.
const PATHS = ["a.txt", "policy.txt", "sub/log.md", "bundle.zip", "old/bundle.zip", "mail.eml"] as const;
const MEMBERS = ["a.txt", "b log.txt", "c.txt"] as const;
const SOURCE = "folder";
const SYNCS = 3;

const CHANGES = ["add", "edit", "rename", "delete", "revert", "copy", "part", "part"] as const;
const ENDS = ["closed", "closed", "refused", "taken over", "overtaken", "crash"] as const;

interface Dice {
  (below: number): number;
  pick<T>(of: readonly T[]): T;
}

/** The same for the same seed. */
function dice(seed: number): Dice {
  let state = seed * 2_654_435_761 + 1;
  const roll = (below: number) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) % below;
  };
  return Object.assign(roll, { pick: <T>(of: readonly T[]) => of[roll(of.length)]! });
}

const typeOf = (path: string) => /\.(?:zip|eml)$/.exec(path)?.[0] ?? ".txt";

function toBytes(path: string, { text, members }: Content): string {
  if (typeOf(path) === ".zip") return JSON.stringify(members);
  // Without its members' names, two mails could tie.
  return typeOf(path) === ".eml" ? mailWith(`${text} See ${Object.keys(members).join(", ")}.`, members) : text;
}

function makeContent({ pick }: Dice): Content {
  return { text: pick(TEXTS), members: { [pick(MEMBERS)]: pick(TEXTS), "m.txt": pick(TEXTS) } };
}

/** One member is another, is new or is gone. */
function changePart(roll: Dice, { text, members }: Content): Content {
  const names = Object.keys(members);
  if (names.length > 1 && roll(3) === 0) {
    const { [roll.pick(names)]: _, ...rest } = members;
    return { text, members: rest };
  }
  const inner: Bundle = roll(4) === 0 ? { "inner.zip": { "deep.txt": roll.pick(TEXTS) } } : {};
  return { text, members: { ...members, [roll.pick(MEMBERS)]: roll.pick(TEXTS), ...inner } };
}

/** Changes the folder once, where that can be done. */
function change(roll: Dice, folder: Folder, past: readonly Folder[]): Folder {
  const { pick } = roll;
  const next = new Map(folder);
  const path = pick(folder.size > 0 ? [...folder.keys()] : PATHS);
  const content = folder.get(path);
  const kind = content ? pick(CHANGES) : "add";
  const free = PATHS.filter((each) => !folder.has(each));
  const others = PATHS.filter((each) => each !== path && typeOf(each) === typeOf(path));
  if (kind === "add") next.set(free.length > 0 ? pick(free) : path, makeContent(roll));
  else if (kind === "edit") next.set(path, makeContent(roll));
  else if (kind === "delete") next.delete(path);
  else if (kind === "part") next.set(path, changePart(roll, content!));
  else if (kind === "revert") {
    const before = pick(past)?.get(path);
    if (before) next.set(path, before);
  } else if (others.length > 0) {
    next.set(pick(others), content!);
    if (kind === "rename") next.delete(path);
  }
  return next;
}

interface Work {
  readonly engine: TestEngine;
  readonly ctx: Context;
}

async function plan({ ctx, engine }: Work, folder: Folder, takeOver?: string) {
  const files: PlanFile[] = [];
  for (const [path, content] of folder) {
    const bytes = toBytes(path, content);
    files.push({ path, sha256: await sha256Hex(bytes), bytes: new TextEncoder().encode(bytes).length });
  }
  const { header, entries } = await planSync(
    ctx,
    engine,
    SOURCE,
    takeOver ? { takeOver } : {},
    (async function* () {
      yield files;
    })(),
  );
  const send: string[] = [];
  for await (const batch of entries)
    send.push(...batch.filter(({ action }) => action === "upload").map(({ path }) => path));
  return { planId: header.planId!, send };
}

/** Whose plan stands in the way, taken over. */
async function planOver(work: Work, folder: Folder): ReturnType<typeof plan> {
  try {
    return await plan(work, folder);
  } catch (error) {
    const { code, details } = error as { code?: string; details?: { planId: string } };
    if (code !== "INVALID_STATE") throw error;
    return plan(work, folder, details!.planId);
  }
}

async function send({ engine, ctx }: Work, roll: Dice, folder: Folder, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const filename = path.split("/").at(-1)!;
    await engine.upload(ctx, filename, toBytes(path, folder.get(path)!), { source: SOURCE, path });
    if (roll(2) === 0) await engine.drain();
  }
}

const close = ({ ctx, engine }: Work, planId: string) => closeSync(ctx, engine, SOURCE, { planId });

async function refusedWith(code: string, act: Promise<unknown>): Promise<void> {
  const said = await act.then(
    () => "nothing",
    (error) => error.code ?? error,
  );
  if (said !== code) throw new Error(`Cannot go on because ${String(said)} was said in place of ${code}`);
}

/** Syncs a folder from nothing. */
export async function syncFresh(work: Work, folder: Folder): Promise<void> {
  const { planId, send: paths } = await plan(work, folder);
  await send(work, dice(0), folder, paths);
  await close(work, planId);
}

/** Does the history of that seed. Returns the folder at its end, which the source has, and what was done, to be shown. */
export async function doHistory(work: Work, seed: number): Promise<{ folder: Folder; done: string[] }> {
  const roll = dice(seed);
  const done: string[] = [];
  const past: Folder[] = [];
  let folder: Folder = new Map();
  const edit = (times: number) => {
    past.push(folder);
    for (let at = 0; at < times; at++) folder = change(roll, folder, past);
    done.push(JSON.stringify(Object.fromEntries([...folder].map(([path, each]) => [path, toBytes(path, each)]))));
  };
  edit(4);
  for (let at = 0, isWhole = false; at < SYNCS || !isWhole; at++) {
    const end = at < SYNCS ? roll.pick(ENDS) : "closed";
    done.push(end);
    const had = folder;
    const first = await planOver(work, had);
    const sent = end === "closed" || end === "refused" ? first.send.length : roll(first.send.length + 1);
    if (end === "refused") await refusedWith("INVALID_STATE", plan(work, had));
    await send(work, roll, had, first.send.slice(0, sent));
    isWhole = end !== "crash" && end !== "overtaken";
    if (end === "closed" || end === "refused") await close(work, first.planId);
    else edit(1);
    if (end === "taken over" || end === "overtaken") {
      const second = await planOver(work, folder);
      await refusedWith("NOT_FOUND", close(work, first.planId));
      // What the first program sends although another took over: the next sync finds it.
      if (end === "overtaken") await send(work, roll, had, first.send.slice(sent, sent + 1));
      await send(work, roll, folder, second.send);
      await close(work, second.planId);
    }
    if (at < SYNCS - 1) edit(1 + roll(2));
  }
  return { folder, done };
}

/** What is live, with its name, kind and places, and what a run says of it now, without ids and times. The run ends there, to spare time. */
export async function readState({ engine, ctx }: Work) {
  await engine.drain();
  const { items } = await listDocuments(ctx, { limit: 200 });
  const shaOf = new Map(items.map(({ id, sha256Hash }) => [id, sha256Hash]));
  const live = items
    .filter(({ supersededById, retiredAt }) => supersededById === null && retiredAt === null)
    .map(({ sha256Hash, status, originalFilename, fileType, evidenceKind, places }) =>
      [
        sha256Hash,
        status,
        originalFilename,
        fileType,
        evidenceKind,
        ...places.map(({ source, path }) => `${source}/${path}`).sort(),
      ].join(" "),
    )
    .sort();
  const run = await engine.startRun(ctx);
  let assessing = false;
  const until = (kind: string) => {
    assessing ||= kind === "assessment";
    return assessing && kind === "run";
  };
  await engine.drain({ until });
  await cancelRun(ctx, run.id, { reason: "Its verdicts are known" });
  await engine.drain();
  const assessed = await listAssessments(ctx, run.id, {});
  const verdicts = assessed.items.map((each) => {
    if ("damaged" in each) throw new Error("Cannot compare a damaged verdict");
    const { requirementId, status, confidence, flags, reasoning, citations } = each;
    const quotes = citations.map(({ documentId, text }) => `${shaOf.get(documentId)} ${text}`).sort();
    return { requirementId, status, confidence, flags, reasoning, quotes };
  });
  return { live, verdicts };
}
