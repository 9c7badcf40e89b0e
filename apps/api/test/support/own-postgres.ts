import { execFile, spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { chown, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePort } from "./free-port.ts";

const INSTALLED = "/usr/lib/postgresql";

/** A server of PostgreSQL that nobody else uses, without anything in it but its superuser `postgres`. */
export interface OwnPostgres {
  /** As it is in addresses. */
  readonly host: string;
  /** Where `psql` and `pg_dump` of its version are. */
  readonly bin: string;
  /** What `restartPostgres` needs, also in another process. */
  readonly controls: ServerControls;
  /** Safe to repeat. */
  stop(): Promise<void>;
}

export interface ServerControls {
  readonly bin: string;
  readonly data: string;
  readonly log: string;
  readonly options: string;
}

/** Ends the server as a crash does, and starts it again: it recovers from its log. */
export async function restartPostgres({ bin, data, log, options }: ServerControls): Promise<void> {
  const [file, ...args] = asServer([
    join(bin, "pg_ctl"),
    "-D",
    data,
    "-w",
    "-l",
    log,
    "-m",
    "immediate",
    "-o",
    options,
    "restart",
  ]);
  await promisify(execFile)(file, args, { cwd: tmpdir() });
}

/** Makes a server of the oldest version of PostgreSQL that is installed here with pgvector. */
export async function startOwnPostgres(): Promise<OwnPostgres> {
  const bin = findPrograms();
  const dir = await mkdtemp(join(tmpdir(), "assay-own-postgres-"));
  if (process.getuid?.() === 0) await chown(dir, Number(output("id", ["-u", "postgres"])), -1);
  const port = await freePort();
  const data = join(dir, "data");
  run(
    asServer([
      join(bin, "initdb"),
      "-D",
      data,
      "-U",
      "postgres",
      "-A",
      "trust",
      "-E",
      "UTF8",
      "--locale=C.UTF-8",
      "-N",
    ]),
  );
  const options = `-p ${port} -k ${dir} -c listen_addresses=127.0.0.1 -c fsync=off`;
  const log = join(dir, "log");
  run(asServer([join(bin, "pg_ctl"), "-D", data, "-w", "-l", log, "-o", options, "start"]));
  let runs = true;
  return {
    host: `127.0.0.1:${port}`,
    bin,
    controls: { bin, data, log, options },
    async stop() {
      if (!runs) return;
      runs = false;
      run(asServer([join(bin, "pg_ctl"), "-D", data, "-m", "immediate", "stop"]));
      await rm(dir, { recursive: true, force: true });
    },
  };
}

function findPrograms(): string {
  const versions = existsSync(INSTALLED) ? readdirSync(INSTALLED).map(Number) : [];
  const version = versions
    .toSorted((one, other) => one - other)
    .find(
      (each) =>
        each >= 15 &&
        existsSync(`${INSTALLED}/${each}/bin/initdb`) &&
        existsSync(`/usr/share/postgresql/${each}/extension/vector.control`),
    );
  if (version === undefined)
    throw new Error(
      "Cannot make a server of PostgreSQL: install postgresql-15 with pgvector, as .ci/provision-postgres",
    );
  return `${INSTALLED}/${version}/bin`;
}

/** The server refuses to run as root. */
function asServer(command: [string, ...string[]]): [string, ...string[]] {
  if (process.getuid?.() !== 0) return command;
  return ["su", "postgres", "-c", command.map((part) => `'${part}'`).join(" ")];
}

const run = ([file, ...args]: [string, ...string[]]) => void output(file, args);

function output(file: string, args: readonly string[]): string {
  const run = spawnSync(file, args, { encoding: "utf8", cwd: tmpdir(), stdio: ["ignore", "pipe", "pipe"] });
  if (run.status !== 0) throw new Error(`Cannot run '${file} ${args.join(" ")}': ${run.stderr || String(run.error)}`);
  return run.stdout.trim();
}
