import { AssayError } from "@assay/contract";
import { listEvents, noteReader, openEvents } from "@assay/core/webhooks";
import type { Context } from "hono";
import { EVENT_STREAMS_MAX } from "../event-watch.ts";
import { invalid } from "../middleware/invalid.ts";
import type { ApiEnv } from "../variables.ts";
import { streamChanges } from "./stream-changes.ts";

/** The position of an event, and the message id that webhooks are sent it under. */
const EVENT_ID = /^(\d{1,15})(?:-(msg_[0-9a-f-]{36}))?$/;

const RESET = JSON.stringify({ type: "stream.reset" });

/**
 * What happens in the tenant, as webhooks are told of it. Without `Last-Event-ID` from now on: the stream begins with an
 * id alone, so that a client which breaks off before the first event loses nothing either. Where the positions have begun
 * again, as after a restore of the database, it begins with `stream.reset` in its place, and the oldest event that is kept.
 */
export async function streamTenantEvents(c: Context<ApiEnv, "/api/events">): Promise<Response> {
  const { ctx, services } = c.var;
  const last = readLastEventId(c.req.header("Last-Event-ID"));
  const close = services.events.take(ctx.tenantId);
  if (!close) throw tooMany();
  try {
    const position = await openEvents(ctx, last?.position, last?.messageId);
    const isReset = last !== undefined && position !== last.position;
    let isOpen = false;
    return streamChanges(c, {
      watch: services.events,
      first: await listEvents(ctx, position),
      subjectAfter: (current) => String(current.position),
      async write(stream, { events, isAhead }) {
        // The reader comes back with an id that is none any more, and is told so.
        if (isOpen && isAhead) return "end";
        const wrote = !isOpen || events.length > 0;
        if (!isOpen && isReset) await stream.writeSSE({ event: "stream.reset", id: String(position), data: RESET });
        else if (!isOpen) await stream.write(`id: ${position}\n\n`);
        isOpen = true;
        for (const { position: at, messageId, type, payload } of events)
          await stream.writeSSE({ event: type, id: `${at}-${messageId}`, data: payload });
        return wrote ? "wrote" : "nothing";
      },
      renew: () => noteReader(ctx),
      close,
    });
  } catch (error) {
    close();
    throw error;
  }
}

/** An empty one is what a client has that was never told any. */
function readLastEventId(given: string | undefined): { position: number; messageId: string | undefined } | undefined {
  if (given === undefined || given === "") return undefined;
  const [, position, messageId] = EVENT_ID.exec(given) ?? [];
  if (position !== undefined) return { position: Number(position), messageId };
  const issue = "must be the id of an event of this stream: leave it out to begin with what happens from now on";
  throw invalid("headers", [{ field: "Last-Event-ID", issue }]);
}

function tooMany(): AssayError {
  const message = `Cannot open the stream because a tenant can read at most ${EVENT_STREAMS_MAX} at a time: close one first`;
  return new AssayError("TENANT_LIMIT_EXCEEDED", message, {
    details: { limit: EVENT_STREAMS_MAX, value: EVENT_STREAMS_MAX },
  });
}
