import type { Operation } from "@assay/contract/operations";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { z } from "zod";
import type { ApiEnv } from "../variables.ts";
import { declare } from "./declare.ts";
import { deprecate } from "./deprecate.ts";
import { fresh } from "./fresh.ts";
import { limitExchanges, limitRate } from "./limit-rate.ts";
import { link } from "./link.ts";
import { member, person } from "./person.ts";
import { recordRead } from "./record-read.ts";
import { reviewer } from "./reviewer.ts";
import { role } from "./role.ts";
import { json, jsonBody, query } from "./validate.ts";

const NO_PARAMETERS = z.strictObject({});

/** An operation with what serves it. */
interface Binding {
  readonly operation: Operation;
  readonly handlers: readonly MiddlewareHandler<ApiEnv>[];
}

type Valid<O extends Operation> = (O extends { readonly query: infer S extends z.ZodType }
  ? { readonly query: z.output<S> }
  : object) &
  (O extends { readonly body: infer S extends z.ZodType } ? { readonly json: z.output<S> } : object);

/** The request as the table says it: `c.req.param` knows the path's parameters, `c.req.valid` the query and the body. */
type Handler<O extends Operation> = (
  c: Context<ApiEnv, O["path"], { in: object; out: Valid<O> }>,
) => Response | Promise<Response>;

interface BindOptions {
  /** Serves a request whose body is no JSON, or passes it on. */
  readonly beforeBody?: MiddlewareHandler<ApiEnv>;
}

/** Binds an operation to its handler, behind all that the table asks of a request. */
export function bind<O extends Operation>(operation: O, handler: Handler<O>, options: BindOptions = {}): Binding {
  const { role: least, link: anyOf, query: asked, rateLimit, body }: Operation = operation;
  const { person: ofPerson, member: ofMember, reviewer: ofReviewer, fresh: freshness }: Operation = operation;
  const { reads, deprecated }: Operation = operation;
  const { beforeBody } = options;
  const guards = [
    deprecated && deprecate(deprecated),
    least && role(least),
    anyOf && link(...anyOf),
    ofPerson && person(ofPerson),
    ofMember && member(ofMember),
    ofReviewer && reviewer(ofReviewer),
    freshness && fresh(freshness, ofPerson ?? ofMember ?? ofReviewer),
    (asked || least) && query(asked ?? NO_PARAMETERS),
    rateLimit && (rateLimit === "exchanges" ? limitExchanges : limitRate(rateLimit)),
    beforeBody,
    ...(body ? [jsonBody, json(body)] : []),
  ].filter((guard): guard is MiddlewareHandler<ApiEnv> => typeof guard === "function");
  // A function of its own: one handler may serve several operations.
  const served: MiddlewareHandler<ApiEnv> = async (c) => {
    const response = await handler(c as never);
    if (reads) await recordRead(c, reads, response);
    return response;
  };
  return { operation, handlers: [...guards, declare(served, operation)] };
}

/** Serves what is bound, in this order. */
export function serve(...bindings: readonly Binding[]): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>();
  for (const { operation, handlers } of bindings) app.on(operation.method, [operation.path], ...handlers);
  return app;
}
