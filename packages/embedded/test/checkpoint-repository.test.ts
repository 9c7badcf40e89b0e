import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import type { KeptCheckpoint } from "@assay/contract";
import { checkCheckpointRepository, createCheckpointRepository } from "@assay/embedded/checkpoint-repository";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const TENANT = "01990000-0000-7000-8000-000000000001";
const OPTIONS = { proof: async function* () {}, signal: new AbortController().signal };

let dir: string;
let bare: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "assay-repository-"));
  bare = join(dir, "bare.git");
  execFileSync("git", ["init", "--bare", "--quiet", bare]);
});
afterEach(() => {
  vi.unstubAllEnvs();
  return rm(dir, { recursive: true, force: true });
});

const git = (...args: string[]) => execFileSync("git", ["-C", bare, ...args], { encoding: "utf8" }).trim();
const storeOf = (more: object = {}) =>
  createCheckpointRepository({ url: `file://${bare}`, branch: "checkpoints", env: process.env, ...more });

function checkpointOf(counter: number, signature = "c2lnbmVk", tenantId = TENANT): KeptCheckpoint {
  const hash = counter.toString(16).repeat(64).slice(0, 64);
  const statement = { origin: "assay/audit-checkpoint/v2", tenantId, sequence: counter * 10, hash };
  return { statement: { ...statement, createdAt: "2026-03-01T00:00:00.000Z", counter }, keyId: "k", signature };
}

async function withServer(answer: RequestListener, act: (host: string) => Promise<void>): Promise<void> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  try {
    await once(server, "listening");
    await act(`127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test("each checkpoint is a commit that adds a file, is made once, and is never changed", async () => {
  const store = storeOf();
  expect(await store.list(TENANT, OPTIONS)).toEqual([]);
  for (const counter of [2, 1, 1]) await store.keep(checkpointOf(counter), OPTIONS);
  const { location } = await store.keep(checkpointOf(2), OPTIONS);
  expect(JSON.parse(git("show", location))).toEqual(checkpointOf(2));
  expect(git("rev-list", "--count", "checkpoints")).toBe("2");
  expect(git("fsck", "--strict")).toBe("");

  await expect(store.keep(checkpointOf(1, "b3RoZXI="), OPTIONS)).rejects.toMatchObject({ code: "INTEGRITY_ERROR" });
  const listed = await store.list(TENANT, OPTIONS);
  expect(listed.map(({ sequence, counter }) => [sequence, counter])).toEqual([
    [10, 1],
    [20, 2],
  ]);
  expect(await listed[0]!.load()).toEqual(checkpointOf(1));
  expect(await store.list("01990000-0000-7000-8000-000000000002", OPTIONS)).toEqual([]);
});

test("pushes at the same time all stand, each on the one before, next to what others have in the branch", async () => {
  const [others, tenants] = [
    join(dir, "others"),
    Array.from({ length: 4 }, (_, at) => TENANT.replace(/1$/, `${at + 1}`)),
  ];
  execFileSync("git", ["clone", "--quiet", bare, others], { stdio: "ignore" });
  await writeFile(join(others, "README.md"), "Kept by the auditor\n");
  const there = (...args: string[]) =>
    execFileSync("git", ["-C", others, "-c", "user.name=a", "-c", "user.email=a@example.com", ...args], {
      stdio: "ignore",
    });
  there("checkout", "-b", "checkpoints");
  there("add", ".");
  there("commit", "-m", "Begin");
  there("push", "origin", "checkpoints");
  const first = git("rev-parse", "checkpoints");
  git("config", "uploadpack.allowFilter", "true");
  await Promise.all(tenants.map((tenantId) => storeOf().keep(checkpointOf(1, undefined, tenantId), OPTIONS)));
  expect(git("ls-tree", "--name-only", "checkpoints").split("\n")).toEqual([...tenants, "README.md"]);
  expect(git("rev-list", "--count", "checkpoints")).toBe("5");
  expect(git("merge-base", first, "checkpoints")).toBe(first);
});

test("a remote that refuses, is missing or never answers is a place that cannot be used", async () => {
  await storeOf().keep(checkpointOf(1), OPTIONS);
  await writeFile(join(bare, "hooks", "pre-receive"), "#!/bin/sh\necho 'the branch is closed' >&2\nexit 1\n", {
    mode: 0o755,
  });
  await expect(storeOf().keep(checkpointOf(2), OPTIONS)).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  const missing = storeOf({ url: `file://${dir}/missing.git` });
  await expect(missing.list(TENANT, OPTIONS)).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });

  await withServer(
    () => undefined,
    async (host) => {
      const url = `http://${host}/x.git`;
      const waiting = storeOf({ url, timeoutMs: 300 }).keep(checkpointOf(1), OPTIONS);
      await expect(waiting).rejects.toThrow(/took over 300 ms/);
      const stopped = storeOf({ url }).list(TENANT, { signal: AbortSignal.timeout(100) });
      await expect(stopped).rejects.toMatchObject({ name: "TimeoutError" });
    },
  );
});

test("a password reaches the remote without standing in a command, and nobody is asked for one", async () => {
  const seen: (string | undefined)[] = [];
  const ask: RequestListener = (request, response) => {
    seen.push(request.headers.authorization);
    response.writeHead(401, { "www-authenticate": 'Basic realm="x"' }).end();
  };
  await withServer(ask, async (host) => {
    await expect(storeOf({ url: `http://${host}` }).list(TENANT, OPTIONS)).rejects.toThrow(/CHECKPOINT_GIT_URL/);
    expect(seen.every((each) => each === undefined)).toBe(true);
    const failed = await storeOf({ url: `http://ada:s%40cret@${host}` })
      .list(TENANT, OPTIONS)
      .catch((error: Error) => error);
    expect(String(failed)).not.toMatch(/s@cret|s%40cret/);
    expect(seen).toContain(`Basic ${btoa("ada:s@cret")}`);
  });
});

test("a user and a password reach the remote as they are, whatever they hold", async () => {
  const users = [
    ["ada", "a\\tb\\\\c\\cd$HOME`x`'\"%s -n"],
    ["-n", "x"],
    ["a\\tb%", "p"],
    ["token", ""],
  ];
  for (const [user, password] of users) {
    const seen: (string | undefined)[] = [];
    const ask: RequestListener = (request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(401, { "www-authenticate": 'Basic realm="x"' }).end();
    };
    await withServer(ask, async (host) => {
      const url = `http://${encodeURIComponent(user!)}${password && `:${encodeURIComponent(password)}`}@${host}`;
      await expect(storeOf({ url }).list(TENANT, OPTIONS)).rejects.toThrow(/CHECKPOINT_GIT_URL/);
      expect(seen).toContain(`Basic ${btoa(`${user}:${password}`)}`);
    });
  }
});

test("no command that git starts names the user or the password", async () => {
  const [programs, log] = [join(dir, "programs"), join(dir, "commands")];
  await mkdir(programs);
  const real = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
  await writeFile(
    join(programs, "git"),
    `#!/bin/sh\n{ printf '%s\\n' "$@"; ${real} config remote.origin.url; } >> ${log}\nexec ${real} "$@"\n`,
    { mode: 0o755 },
  );
  const env = { ...process.env, PATH: `${programs}:${process.env.PATH}` };
  await withServer(
    (_, response) => void response.writeHead(401, { "www-authenticate": 'Basic realm="x"' }).end(),
    async (host) => {
      for (const credentials of ["sesame", "sesame:sesame"]) {
        const url = `http://${credentials}@${host}/x.git`;
        await expect(storeOf({ url, env }).list(TENANT, OPTIONS)).rejects.not.toThrow(/sesame/);
      }
      const commands = await readFile(log, "utf8");
      expect(commands).toContain(`http://${host}/x.git`);
      expect(commands).not.toContain("sesame");
    },
  );
});

test("a password is for its own host, not for where that leads", async () => {
  const seen: (string | undefined)[] = [];
  const ask: RequestListener = (request, response) => {
    seen.push(request.headers.authorization);
    response.writeHead(401, { "www-authenticate": 'Basic realm="x"' }).end();
  };
  await withServer(ask, (other) =>
    withServer(
      ({ url }, response) => void response.writeHead(302, { location: `http://${other}${url}` }).end(),
      async (host) => {
        const moved = storeOf({ url: `http://ada:secret@${host}/x.git` }).list(TENANT, OPTIONS);
        await expect(moved).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
      },
    ),
  );
  expect(seen.length).toBeGreaterThan(0);
  expect(seen.every((each) => each === undefined)).toBe(true);
});

test("an address that cannot be read is refused without showing it, and leaves no folder", async () => {
  vi.stubEnv("TMPDIR", dir);
  for (const password of ["50%", "%ff", "a%0Ahost=x", "a/b", "a%00b"]) {
    const store = storeOf({ url: `https://ada:${password}@git.example.com/x.git` });
    const failed = await store.list(TENANT, OPTIONS).catch((error: unknown) => error);
    expect(failed).toMatchObject({ code: "SERVICE_UNAVAILABLE", message: expect.stringContaining("write % as %25") });
    expect(inspect(failed)).not.toContain(`ada:${password}`);
  }
  expect(await readdir(dir)).toEqual(["bare.git"]);
});

test("without git it says so, and names and transports that would run something are refused", async () => {
  const nowhere = { url: `file://${bare}`, env: { PATH: dir } };
  expect(await checkCheckpointRepository(nowhere)).toMatch(/because git is not installed$/);
  expect(await checkCheckpointRepository({ url: `file://${bare}`, env: process.env })).toBeUndefined();
  await expect(storeOf(nowhere).list(TENANT, OPTIONS)).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  const marker = join(dir, "ran");
  for (const url of [`ext::touch ${marker}`, `--upload-pack=touch ${marker}`])
    await expect(storeOf({ url }).list(TENANT, OPTIONS)).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  for (const tenantId of ["../x", "-x", "a/b", ""])
    await expect(storeOf().keep(checkpointOf(1, undefined, tenantId), OPTIONS)).rejects.toMatchObject({
      code: "INTEGRITY_ERROR",
    });
  await expect(rm(marker)).rejects.toMatchObject({ code: "ENOENT" });
  expect(git("for-each-ref")).toBe("");
});
