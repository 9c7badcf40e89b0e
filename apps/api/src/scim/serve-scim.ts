import { AssayError } from "@assay/contract";
import { findDirectory } from "@assay/core/scim";
import type { Context as HonoContext } from "hono";
import { tryDecodeURIComponent } from "hono/utils/url";
import { reportFailure, toAssayError } from "../middleware/errors.ts";
import { takeFromLimit } from "../middleware/limit-rate.ts";
import { bearerToken } from "../middleware/session.ts";
import type { ApiEnv } from "../variables.ts";
import { providerConfig, resourceTypes, schemas } from "./discovery.ts";
import { scimError } from "./error-reply.ts";
import type { Attributes } from "./read-body.ts";
import { listOf, ok, type ScimRequest } from "./reply.ts";
import { groups } from "./serve-groups.ts";
import { users } from "./serve-users.ts";
import { readProjection } from "./to-resource.ts";
import { SCIM_PATH } from "./urns.ts";

type Handler = (request: ScimRequest) => Promise<Response>;
type Handlers = Readonly<Partial<Record<string, Handler>>>;
type Resource = Pick<typeof users, "list" | "get" | "create" | "replace" | "patch" | "remove">;

const ofAll = ({ list: GET, create: POST }: Resource): Handlers => ({ GET, POST });
const ofOne = ({ get: GET, replace: PUT, patch: PATCH, remove: DELETE }: Resource): Handlers => ({
  GET,
  PUT,
  PATCH,
  DELETE,
});
const described = (list: (base: string) => Attributes[]) => ({
  all: { GET: async ({ base }: ScimRequest) => listOf(list(base), { total: list(base).length, startIndex: 1 }) },
  one: {
    GET: async ({ base, id }: ScimRequest) => {
      const found = list(base).find((each) => each.id === id);
      if (!found) throw notFound();
      return ok(found);
    },
  },
});

/** By the first part of the path: what is done with all, and with one by its id. */
const RESOURCES: Readonly<Record<string, { readonly all: Handlers; readonly one?: Handlers }>> = {
  ServiceProviderConfig: { all: { GET: async ({ base }) => ok(providerConfig(base)) } },
  ResourceTypes: described(resourceTypes),
  Schemas: described(schemas),
  Users: { all: ofAll(users), one: ofOne(users) },
  Groups: { all: ofAll(groups), one: ofOne(groups) },
};

/** SCIM 2.0 (RFC 7643, RFC 7644) for the directory whose key is in the request, and for nobody else. */
export async function serveScim(c: HonoContext<ApiEnv>): Promise<Response> {
  try {
    return await serve(c);
  } catch (thrown) {
    const error = toAssayError(thrown);
    reportFailure(c, error, thrown);
    return scimError(error);
  }
}

async function serve(c: HonoContext<ApiEnv>): Promise<Response> {
  const { services } = c.var;
  const ctx = await findDirectory(services.db, bearerToken(c.req.header("Authorization")));
  if (!ctx) throw new AssayError("UNAUTHORIZED", "Cannot serve the request without a valid SCIM key");
  c.set("ctx", ctx);
  takeFromLimit(services, "requests", ctx.tenantId);
  const url = new URL(c.req.url);
  const [name = "", id, ...more] = url.pathname.slice(SCIM_PATH.length + 1).split("/");
  const resource = Object.hasOwn(RESOURCES, name) ? RESOURCES[name] : undefined;
  const handlers = id ? resource?.one : resource?.all;
  if (!handlers || more.length > 0) throw notFound();
  const handle = handlers[c.req.method];
  if (!handle) throw notAllowed(c.req.method, handlers);
  const [query, base] = [url.searchParams, `${url.origin}${SCIM_PATH}`];
  const asked = { query, projection: readProjection(query), id: tryDecodeURIComponent(id ?? ""), base };
  return handle({ ctx, parts: services, request: c.req.raw, ...asked });
}

function notAllowed(method: string, handlers: Handlers): AssayError {
  const allowed = Object.keys(handlers).join(", ");
  return new AssayError("METHOD_NOT_ALLOWED", `Cannot ${method} this path: allowed methods are ${allowed}`);
}

function notFound(): AssayError {
  return new AssayError("NOT_FOUND", "Cannot find this path: SCIM here has Users, Groups, and what describes them");
}
