import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";

const FOLDER = fileURLToPath(new URL("../dumps/", import.meta.url));
const DATABASE = "database.sql.gz";
const FILES = "stored-files.json.gz";
const EXPECTED = "expected.json";

/** The settings that a dump brings, as its secrets and signatures are of these keys. */
export const DUMP_SETTINGS = { signingKey: "CHECKPOINT_SIGNING_KEY", secretKey: "WEBHOOK_SECRET_KEY" } as const;

interface DumpedPerson {
  readonly userId: string;
  readonly email: string;
  readonly role: string;
}

export interface DumpedRun {
  readonly runId: string;
  readonly snapshotStatus: "CAPTURED" | "FAILED" | "LEGACY";
  readonly snapshotHash: string | null;
  /** Of the replay's bytes. */
  readonly replayHash: string | null;
  /** Replies as they were, by the end of the route below the run. */
  readonly replies: Readonly<Record<string, unknown>>;
}

/** What a service of the dump's version said, and what the checks need to ask again. */
export interface DumpExpectation {
  readonly settings: Readonly<Record<string, string>>;
  /** Those that had been applied, by file name. */
  readonly migrations: readonly string[];
  readonly tenantId: string;
  readonly people: Readonly<Record<"prepares" | "reviews" | "reads" | "operates", DumpedPerson>>;
  readonly apiKey: string;
  readonly revokedApiKey: string;
  /** Of auditors' links to the first run. */
  readonly links: Readonly<Record<"unopenedSecret" | "openedToken" | "revokedSecret", string>>;
  readonly runs: Readonly<
    Record<"signed" | "changed" | "failed" | "cancelled" | "imported" | "importedFailed", DumpedRun>
  >;
  readonly publicKeys: readonly unknown[];
  /** A checkpoint of each key. */
  readonly checkpoints: readonly unknown[];
  readonly auditEntries: number;
  /** Of one of everything that has an id, by the names that paths give their parameters. */
  readonly ids: Readonly<Record<string, string>>;
}

export interface Dump {
  readonly name: string;
  /** Runs on an empty database as its superuser. */
  readonly sql: string;
  readonly expected: DumpExpectation;
  /** Puts the stored files below a data folder. */
  writeFiles(dataDir: string): Promise<void>;
}

/** All dumps, by the name of the last migration of their version. */
export async function listDumps(): Promise<readonly string[]> {
  return (await readdir(FOLDER)).sort();
}

export async function readDump(name: string): Promise<Dump> {
  const read = (file: string) => readFile(join(FOLDER, name, file));
  const unzip = async (file: string) => gunzipSync(await read(file)).toString("utf8");
  return {
    name,
    sql: await unzip(DATABASE),
    expected: JSON.parse((await read(EXPECTED)).toString("utf8")),
    async writeFiles(dataDir) {
      for (const [path, text] of Object.entries(JSON.parse(await unzip(FILES)) as Record<string, string>)) {
        const at = join(dataDir, "files", path);
        await mkdir(dirname(at), { recursive: true });
        await writeFile(at, text, "base64");
      }
    },
  };
}

export async function writeDump(
  name: string,
  { sql, filesFrom, expected }: { sql: string; filesFrom: string; expected: DumpExpectation },
): Promise<void> {
  const folder = join(FOLDER, name);
  await mkdir(folder, { recursive: true });
  const files: Record<string, string> = {};
  for (const entry of await readdir(filesFrom, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files[path.slice(filesFrom.length + 1)] = await readFile(path, "base64");
  }
  await writeFile(join(folder, DATABASE), gzipSync(sql, { level: 9 }));
  await writeFile(join(folder, FILES), gzipSync(JSON.stringify(files), { level: 9 }));
  await writeFile(join(folder, EXPECTED), `${JSON.stringify(expected, undefined, 2)}\n`);
}
