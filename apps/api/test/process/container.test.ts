import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runOnServer } from "@assay/testing/test-database-server";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { ROOT, startedUrl } from "../support/launch-process.ts";
import { startProcess, testFolder } from "../support/start-process.ts";

interface ComposeService {
  readonly image?: string;
  readonly build?: { readonly dockerfile: string };
  readonly restart: string;
  readonly stop_grace_period: string;
  readonly healthcheck: { readonly test: readonly string[] };
  readonly volumes: readonly string[];
  readonly depends_on?: unknown;
}

const recipe = readFileSync(join(ROOT, "container/Containerfile"), "utf8");
const compose = readFileSync(join(ROOT, "container/compose.yaml"), "utf8");
/** Built. */
const SERVICE = "apps/api/dist/service.mjs";
const server = process.env.ASSAY_TEST_POSTGRES_URL;
const commandOf = (text: string) => JSON.parse(/\nCMD (\[.*\])/.exec(text)![1]!) as string[];

test("the recipe pins the toolchain of the repository and copies what is there", async () => {
  const { node, pnpm } = (await import(join(ROOT, "scripts/toolchain.mjs"))).VERSIONS as Record<string, string>;
  expect(recipe.match(/FROM node:(\S+)-bookworm-slim/g)).toEqual(
    Array.from({ length: 2 }, () => `FROM node:${node}-bookworm-slim`),
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

test("each service of the compose file restarts, ends in its own time, tells its health and is pinned", () => {
  const { services, volumes } = parse(compose) as {
    services: Record<string, ComposeService>;
    volumes: Record<string, unknown>;
  };
  expect(Object.keys(services)).toEqual(["database", "service"]);
  for (const [name, service] of Object.entries(services)) {
    expect(service.restart, name).toBe("unless-stopped");
    // Longer than the service takes at most: STOP_MS of run-until-stopped.ts.
    expect(Number.parseInt(service.stop_grace_period, 10), name).toBeGreaterThan(30);
    expect(service.healthcheck.test[0], name).toBe("CMD");
    if (service.image) expect(service.image).toMatch(/:\d+\.\d+\.\d+-pg\d+(@sha256:[0-9a-f]{64})?$/);
    else expect(existsSync(join(ROOT, service.build!.dockerfile))).toBe(true);
    for (const mounted of service.volumes) {
      const [source] = mounted.split(":") as [string];
      if (!source.startsWith(".")) expect(Object.keys(volumes)).toContain(source);
    }
  }
  expect(services.service!.depends_on).toEqual({ database: { condition: "service_healthy" } });
});

test.skipIf(!server)(
  "the database's first start and the service's command of the container make a ready service",
  async () => {
    const name = `assay_container_${randomBytes(6).toString("hex")}`;
    await runOnServer(server!, `create database ${name}`);
    onTestFinished(() => runOnServer(server!, `drop database ${name} with (force)`));
    const address = new URL(server!);
    const passwords = { ASSAY_OWNER_PASSWORD: "ownerpass1", ASSAY_APP_PASSWORD: "assay_app" };

    // Twice, as a database that is already must not be hurt.
    for (const time of ["first", "again"]) {
      const init = spawnSync("sh", [join(ROOT, "container/init-database.sh")], {
        encoding: "utf8",
        env: {
          PATH: process.env.PATH,
          PGHOST: address.hostname,
          PGPORT: address.port,
          PGPASSWORD: address.password,
          POSTGRES_USER: address.username,
          POSTGRES_DB: name,
          ROLES_SQL: join(ROOT, "container/roles.sql"),
          ...passwords,
        },
      });
      expect(init.status, `${time}: ${init.stderr}`).toBe(0);
    }

    const at = (key: string) =>
      new RegExp(`${key}: (postgres://\\S+)`)
        .exec(compose)![1]!
        .replace(/\$\{(\w+)\}/g, (_, variable: keyof typeof passwords) => passwords[variable])
        .replace("@database:5432/assay", `@${address.host}/${name}`);
    const service = startProcess(
      [
        process.execPath,
        ...commandOf(recipe)
          .slice(1)
          .map((part) => (part === SERVICE ? join(ROOT, part) : part)),
      ],
      {
        PORT: "0",
        ASSAY_DATA_DIR: await testFolder(),
        DATABASE_URL: at("DATABASE_URL"),
        DATABASE_MIGRATE_URL: at("DATABASE_MIGRATE_URL"),
      },
    );
    const url = await startedUrl(service);
    const health = spawnSync(process.execPath, [join(ROOT, "container/check-health.mjs")], {
      encoding: "utf8",
      env: { PORT: new URL(url).port },
    });
    expect(health.status, health.stderr).toBe(0);
    await service.end("SIGTERM");
    const down = spawnSync(process.execPath, [join(ROOT, "container/check-health.mjs")], {
      env: { PORT: new URL(url).port },
    });
    expect(down.status).toBe(1);
  },
);
