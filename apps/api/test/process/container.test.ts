import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { keysToText, makeSigningKeys } from "@assay/embedded/key-signer";
import { runOnServer } from "@assay/testing/test-database-server";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { readConfig } from "../../src/config.ts";
import { ROOT, startedUrl } from "../support/launch-process.ts";
import { initDatabase } from "../support/operator-database.ts";
import { startProcess, testFolder } from "../support/start-process.ts";

interface ComposeService {
  readonly image?: string;
  readonly build?: { readonly dockerfile: string };
  readonly restart: string;
  readonly stop_grace_period: string;
  readonly healthcheck: { readonly test: readonly string[] };
  readonly volumes: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly mem_limit: string;
  readonly cpus: number;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly ports?: readonly string[];
  readonly depends_on?: unknown;
}

interface ComposeFile {
  readonly services: Record<string, ComposeService>;
  readonly volumes: Record<string, unknown>;
}

const recipe = readFileSync(join(ROOT, "container/Containerfile"), "utf8");
const compose = readFileSync(join(ROOT, "container/compose.yaml"), "utf8");
const { services, volumes } = parse(compose, { merge: true }) as ComposeFile;
/** Built. */
const SERVICE = "apps/api/dist/service.mjs";
const server = process.env.ASSAY_TEST_POSTGRES_URL;
const commandOf = (text: string) => JSON.parse(/\nCMD (\[.*\])/.exec(text)![1]!) as string[];

test("the recipe pins the toolchain of the repository and copies what is there", async () => {
  const { node, pnpm } = (await import(join(ROOT, "scripts/toolchain.mjs"))).VERSIONS as Record<string, string>;
  expect(recipe.match(/FROM node:(\S+)-bookworm-slim/g)).toEqual(
    Array.from({ length: 3 }, () => `FROM node:${node}-bookworm-slim`),
  );
  expect(recipe).toContain(`pnpm@${pnpm}`);
  const files = [...recipe.matchAll(/[\w./-]+\.(?:mjs|ts)/g)].map(([path]) => path);
  expect(files).toContain(SERVICE);
  const { COMMANDS, SERVICE_ENV } = (await import(join(ROOT, "scripts/commands.mjs"))) as {
    COMMANDS: { serve: string[] };
    SERVICE_ENV: Record<string, string>;
  };
  expect(commandOf(recipe)).toEqual(["node", ...COMMANDS.serve]);
  for (const [name, value] of Object.entries(SERVICE_ENV as Record<string, string>))
    expect(recipe).toContain(` ${name}=${value}`);
  for (const path of files.filter((path) => path !== SERVICE)) expect(existsSync(join(ROOT, path)), path).toBe(true);
  for (const [, path] of compose.matchAll(/- \.\/(\S+?):/g))
    expect(existsSync(join(ROOT, "container", path!)), path).toBe(true);
});

/** The packages of the repository that the image runs, and of which it needs what others publish. */
function listWorkspaces(): string[] {
  const known = new Map<string, { path: string; dependencies: Record<string, string> }>();
  for (const folder of ["apps", "packages", "tools"])
    for (const name of readdirSync(join(ROOT, folder))) {
      const path = `${folder}/${name}/package.json`;
      if (!existsSync(join(ROOT, path))) continue;
      const { dependencies = {}, ...read } = JSON.parse(readFileSync(join(ROOT, path), "utf8"));
      known.set(read.name, { path, dependencies });
    }
  const found = new Set<string>();
  const visit = (name: string) => {
    const { path, dependencies } = known.get(name)!;
    if (found.has(path)) return;
    found.add(path);
    for (const [each, version] of Object.entries(dependencies)) if (version.startsWith("workspace:")) visit(each);
  };
  for (const name of ["@assay/api", "@assay/demo"]) visit(name);
  return [...found].toSorted();
}

test("the image has packages of others in a layer that changes with their lists alone, below the sources, and runs as no root", () => {
  const [packages, , image] = recipe.split(/^FROM .*$/m).slice(1) as [string, string, string];
  const copied = [...packages.matchAll(/^COPY (.+) \S+$/gm)].flatMap(([, paths]) => paths!.split(" "));
  expect(copied).toEqual(["package.json", "pnpm-lock.yaml", "pnpm-workspace.yaml", ...listWorkspaces()]);
  expect(packages).toMatch(/RUN pnpm install --frozen-lockfile --prod /);
  const layers = [...image.matchAll(/^COPY --from=(\S+) (\S+)/gm)].map(([, from, path]) => `${from} ${path}`);
  expect(layers).toEqual(["packages /srv/assay", "build /srv/assay"]);
  // By number: what runs pods can hold that to be no root.
  expect(/^USER (\d+):(\d+)$/m.exec(image)!.slice(1).map(Number)).toEqual([1000, 1000]);
  expect(image.indexOf("USER ")).toBeLessThan(image.indexOf("CMD "));
});

test("each service of the compose file restarts, ends in its own time, tells its health, has limits and is pinned", () => {
  expect(Object.keys(services)).toEqual(["database", "service", "worker"]);
  for (const [name, service] of Object.entries(services)) {
    expect(service.restart, name).toBe("unless-stopped");
    // Longer than the service takes at most: STOP_MS of run-until-stopped.ts.
    expect(Number.parseInt(service.stop_grace_period, 10), name).toBeGreaterThan(30);
    expect(service.healthcheck.test[0], name).toBe("CMD");
    expect(service.mem_limit, name).toMatch(/^\d+[mg]$/);
    expect(service.cpus, name).toBeGreaterThan(0);
    if (service.image) expect(service.image).toMatch(/:\d+\.\d+\.\d+-pg\d+(@sha256:[0-9a-f]{64})?$/);
    else expect(existsSync(join(ROOT, service.build!.dockerfile))).toBe(true);
    for (const mounted of service.volumes) {
      const [source] = mounted.split(":") as [string];
      if (!source.startsWith(".")) expect(Object.keys(volumes)).toContain(source);
    }
  }
  for (const { read_only, cap_drop, security_opt } of [services.service!, services.worker!])
    expect({ read_only, cap_drop, security_opt }).toEqual({
      ...{ read_only: true, cap_drop: ["ALL"], security_opt: ["no-new-privileges:true"] },
    });
  expect(services.service!.depends_on).toEqual({ database: { condition: "service_healthy" } });
  // The service migrates: a worker starts on an up-to-date database alone.
  expect(services.worker!.depends_on).toEqual({ service: { condition: "service_healthy" } });
});

test("the service serves requests and the worker does the jobs, with the same settings and files", () => {
  const [service, worker] = ["service", "worker"].map((name) => readConfig(settingsOf(name)));
  expect([service!.TAKE_JOBS, worker!.TAKE_JOBS]).toEqual(["off", "on"]);
  expect(service!.DATABASE_MIGRATE_URL).toBeDefined();
  expect(worker!.DATABASE_MIGRATE_URL).toBeUndefined();
  for (const name of ["DATABASE_URL", "CHECKPOINT_SIGNING_KEY", "WEBHOOK_SECRET_KEY", "FILES_DIR"] as const)
    expect(worker![name], name).toEqual(service![name]);
  expect(services.worker!.volumes).toEqual(services.service!.volumes);
  expect(services.service!.volumes).toEqual([`originals:${service!.FILES_DIR}`]);
  expect(recipe).toContain(service!.FILES_DIR);
});

test("with TLS, only the proxy is reached from outside, and the service believes it alone", () => {
  const tags = [{ tag: "!reset", resolve: () => [], collection: "seq" as const }];
  const text = readFileSync(join(ROOT, "container/compose.tls.yaml"), "utf8");
  const added = parse(text, { customTags: tags }) as ComposeFile;
  const { proxy, ...changed } = added.services;
  for (const name of Object.keys(changed)) expect(Object.keys(services)).toContain(name);
  expect(text).toContain("ports: !reset []");
  expect(proxy).toMatchObject({
    ...{ restart: "unless-stopped", ports: ["80:80", "443:443"], image: expect.stringMatching(/^caddy:\d+\.\d+\.\d+/) },
    ...{ mem_limit: expect.any(String), cpus: expect.any(Number) },
  });
  const config = readConfig({ ...settingsOf("service"), ...fill(changed.service!.environment) });
  expect(config.API_URL).toBe("https://assay.example");
  const caddy = readFileSync(join(ROOT, "container/Caddyfile"), "utf8");
  expect(caddy).toContain("reverse_proxy service:8787");
  expect(recipe).toContain("PORT=8787");
  const limit = Number(/max_size (\d+)MB/.exec(caddy)![1]) * 1_000_000;
  expect(limit).toBeGreaterThan(config.MAX_UPLOAD_BYTES);
});

const VALUES: Readonly<Record<string, string>> = {
  ASSAY_DATABASE_PASSWORD: "database1",
  ASSAY_OWNER_PASSWORD: "ownerpass1",
  ASSAY_APP_PASSWORD: "assay_app",
  CHECKPOINT_SIGNING_KEY: keysToText(await makeSigningKeys()),
  ASSAY_HOST: "assay.example",
};

/** As compose does: `${NAME}`, `${NAME:?why it is needed}` and `${NAME:-default}`. */
function fill(environment: Readonly<Record<string, string>>): Record<string, string> {
  const value = (text: string) =>
    text.replace(/\$\{(\w+)(?::[?-]([^}]*))?\}/g, (_, name: string) => VALUES[name] ?? "");
  return Object.fromEntries(Object.entries(environment).map(([name, text]) => [name, value(text)]));
}

const settingsOf = (name: string) => fill(services[name]!.environment);

test.skipIf(!server)(
  "the database's first start and the command of the container make a ready service and its worker",
  async () => {
    const name = `assay_container_${randomBytes(6).toString("hex")}`;
    await runOnServer(server!, `create database ${name}`);
    onTestFinished(() => runOnServer(server!, `drop database ${name} with (force)`));
    const address = new URL(server!);

    // Twice, as a database that is already must not be hurt.
    for (let time = 0; time < 2; time++) initDatabase(address, name, VALUES);

    const files = await testFolder();
    const start = async (which: "service" | "worker") => {
      const settings = Object.entries(settingsOf(which)).map(([key, text]) => [
        key,
        text.replace("@database:5432/assay", `@${address.host}/${name}`),
      ]);
      const command = commandOf(recipe).slice(1);
      return startProcess([process.execPath, ...command.map((part) => (part === SERVICE ? join(ROOT, part) : part))], {
        ...Object.fromEntries(settings),
        ...{ PORT: "0", ASSAY_DATA_DIR: await testFolder(), FILES_DIR: files },
      });
    };
    const service = await start("service");
    const url = await startedUrl(service);
    const health = spawnSync(process.execPath, [join(ROOT, "container/check-health.mjs")], {
      encoding: "utf8",
      env: { PORT: new URL(url).port },
    });
    expect(health.status, health.stderr).toBe(0);
    const worker = await start("worker");
    await startedUrl(worker);
    await worker.end("SIGTERM");
    await service.end("SIGTERM");
    const down = spawnSync(process.execPath, [join(ROOT, "container/check-health.mjs")], {
      env: { PORT: new URL(url).port },
    });
    expect(down.status).toBe(1);
  },
);
