import { cp, mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SecretBox } from "@assay/core/ports";
import { serve } from "@hono/node-server";
import { createClient } from "@supabase/supabase-js";
import { Hono } from "hono";
import { afterAll, onTestFinished } from "vitest";
import { createLocalIdentity, type FactorChange, type RelyingParty } from "../src/index.ts";
import type { PasswordCost } from "../src/passwords.ts";
import { CHEAP } from "./cheap-passwords.ts";

export const TENANT_ID = "01935a3c-77aa-7c41-8a35-0d6f6f1e2c11";
export const PASSWORD = "correct horse battery";
export const EMAIL = "ada@example.com";

export async function makeFolder(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "assay-identity-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

let template: Promise<string> | undefined;

/** A folder with one user, made once per test file. */
async function makeTemplate(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "assay-identity-template-"));
  const identity = await createLocalIdentity({ dir, issuer: "http://127.0.0.1/auth/v1", passwordCost: CHEAP });
  await identity.createUser({ email: EMAIL, password: PASSWORD, tenantId: TENANT_ID });
  return dir;
}

afterAll(async () => {
  if (template !== undefined) await rm(await template, { recursive: true });
});

async function copyTemplate(): Promise<string> {
  template ??= makeTemplate();
  const dir = await makeFolder();
  await cp(await template, dir, { recursive: true });
  return dir;
}

/** Goes with the real one, or stands still, until it is moved. */
export interface MovedClock {
  offsetMs: number;
  readonly stoppedAt?: number;
}

/** The issuer over HTTP as the API mounts it, with one user and a clock that is moved by hand. */
export async function serveIdentity({
  passwordCost = CHEAP,
  waited = Promise.resolve(),
  secretBox,
  relyingParty,
  clock = { offsetMs: 0 },
  dir,
}: {
  passwordCost?: PasswordCost;
  waited?: Promise<void>;
  secretBox?: SecretBox | undefined;
  relyingParty?: RelyingParty;
  clock?: MovedClock;
  /** Of an issuer that was served before. */
  dir?: string;
} = {}) {
  dir ??= await copyTemplate();
  const now = () => new Date((clock.stoppedAt ?? Date.now()) + clock.offsetMs);
  const root = new Hono().onError((error) => {
    throw error;
  });
  const server = serve({ fetch: root.fetch, port: 0, hostname: "127.0.0.1" });
  onTestFinished(() => void server.close());
  if (!server.listening) await new Promise((listening) => server.once("listening", listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const issuer = `${url}/auth/v1`;
  const waits: number[] = [];
  let away = false;
  const changed: string[] = [];
  const changes: [string, FactorChange][] = [];
  const identity = await createLocalIdentity({
    dir,
    issuer,
    now,
    passwordCost,
    clientAddress: () => (away ? "198.51.100.7" : "192.0.2.1"),
    passwordChanged: async ({ id }) => void changed.push(id),
    factorChanged: async ({ id }, change) => void changes.push([id, change]),
    secretBox,
    relyingParty,
    wait: (ms) => {
      waits.push(ms);
      return waited;
    },
  });
  const elsewhere = (yes: boolean) => {
    away = yes;
  };
  root.route("/auth/v1", identity.app);
  const user = identity.findUserByEmail(EMAIL);
  if (user === undefined) throw new Error("Cannot serve the issuer because its template must hold a user");

  const client = () =>
    createClient(url, "public-key", {
      auth: {
        persistSession: false,
        autoRefreshToken: false,
        detectSessionInUrl: false,
        experimental: { recoveryCodes: true },
      },
    });
  const signIn = async (password = PASSWORD, email = EMAIL) => {
    const supabase = client();
    const { data, error } = await supabase.auth.signInWithPassword({ email, password });
    return { supabase, session: data.session, error };
  };
  const signedIn = async () => {
    const { supabase, session, error } = await signIn();
    if (session === null) throw error ?? new Error("Cannot sign in");
    return { supabase, session };
  };
  const post = (path: string, body: BodyInit | null, headers: Record<string, string> = {}) =>
    fetch(`${issuer}${path}`, {
      method: "POST",
      body,
      headers: { "content-type": "application/json", ...headers },
      duplex: "half",
    } as RequestInit);
  const refresh = (refreshToken: string) =>
    post("/token?grant_type=refresh_token", JSON.stringify({ refresh_token: refreshToken }));
  return {
    dir,
    clock,
    now,
    waits,
    elsewhere,
    changed,
    changes,
    issuer,
    identity,
    user,
    client,
    signIn,
    signedIn,
    post,
    refresh,
  };
}
