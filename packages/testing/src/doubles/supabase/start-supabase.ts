import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { answerJson, type Exchange } from "./exchange.ts";
import { applyFault, type FaultMatch, openFaults } from "./faults.ts";
import { type GoTrueDouble, openGoTrue } from "./gotrue.ts";
import { openStorage, type StorageDialect, type StorageDouble } from "./storage.ts";
import type { SupabaseFault } from "./supabase-fault.ts";

export interface SupabaseDoubleOptions {
  /** How the Storage server words its refusals; default `current`. */
  readonly dialect?: StorageDialect;
  /** The project's own limit for a file; default 500 MB. */
  readonly projectLimitBytes?: number;
  /** Whether the user list knows `filter`; default true. */
  readonly filtersUsers?: boolean;
}

export interface SupabaseDouble {
  readonly url: string;
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly storage: StorageDouble;
  readonly auth: GoTrueDouble;
  /** Every request so far, as `GET /storage/v1/object/…`; also those that a fault took. */
  readonly requests: readonly string[];
  /** What the next `times` requests that match meet instead of an answer. */
  fail(match: FaultMatch, fault: SupabaseFault, times?: number): void;
  /** Forgets the faults that are planned. */
  recover(): void;
  close(): Promise<void>;
}

const SECRET_KEY = "sb_secret_of_the_double";
const PUBLISHABLE_KEY = "sb_publishable_of_the_double";

/**
 * The part of a Supabase project that Assay uses: Storage and Auth behind one gateway, over real HTTP. It takes what the
 * open-source servers take, refuses what they refuse in their words, and keeps files on the disk, so that a hundred
 * megabytes do not count against anyone who is measured next to it.
 */
export async function startSupabaseDouble(options: SupabaseDoubleOptions = {}): Promise<SupabaseDouble> {
  const requests: string[] = [];
  const faults = openFaults();
  const server = createServer((request, response) => void serve(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const storage = await openStorage(options);
  const auth = await openGoTrue({ issuer: `${url}/auth/v1`, filtersUsers: options.filtersUsers ?? true });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const target = new URL(request.url ?? "/", url);
    const [method, path] = [request.method ?? "GET", target.pathname];
    requests.push(`${method} ${path}`);
    const exchange: Exchange = { request, response, method, path, url: target, fault: faults.take({ method, path }) };
    try {
      if (applyFault(exchange)) return;
      if (!admitted(exchange)) return answerJson(exchange, 401, { message: "Invalid API key" });
      if (path.startsWith("/storage/v1/")) return await storage.serve(exchange);
      if (path.startsWith("/auth/v1/")) return await auth.serve(exchange);
      answerJson(exchange, 404, { message: "no Route matched with those values" });
    } catch (error) {
      if (request.readableAborted || response.headersSent) response.destroy();
      else answerJson(exchange, 500, { message: String(error) });
    }
  }

  return {
    url,
    secretKey: SECRET_KEY,
    publishableKey: PUBLISHABLE_KEY,
    storage,
    auth,
    requests,
    fail: faults.add,
    recover: faults.clear,
    async close() {
      server.closeAllConnections();
      server.close();
      await storage.remove();
    },
  };
}

/** As the gateway has it: any key of the project for the public routes, the secret one for what only servers may do. */
function admitted({ request, path }: Exchange): boolean {
  if (path === "/auth/v1/.well-known/jwks.json") return true;
  const key = request.headers.apikey;
  if (/^\/(storage|auth)\/v1\/(object|bucket|admin)/.test(path))
    return key === SECRET_KEY && request.headers.authorization === `Bearer ${SECRET_KEY}`;
  return key === SECRET_KEY || key === PUBLISHABLE_KEY;
}
