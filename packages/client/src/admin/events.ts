import { AssayConnectionError } from "../assay-error.ts";
import { EventsBase } from "../generated/admin-resources.ts";
import type { WebhookEvent } from "../generated/types.ts";
import { pause, type RequestOptions } from "../http.ts";
import { openStream } from "../run-events.ts";

const RECONNECT_MS = 500;
const RECONNECT_MAX = 5;

export interface EventStreamOptions extends RequestOptions {
  /** Continues after this event, of the last 24 hours; without it from now on. */
  readonly lastEventId?: string | undefined;
  /** Called with the id to continue from, each time the stream is open. */
  readonly onOpen?: ((lastEventId: string) => void) | undefined;
  /** The ids began again, as after a restore of the database: what follows is the oldest that is kept, perhaps a second time. */
  readonly onReset?: (() => void) | undefined;
}

export interface StreamedEvent {
  /** For `lastEventId`. */
  readonly id: string;
  /** As webhooks name it in `webhook-id`. */
  readonly messageId: string;
  /** The body that webhooks are sent, to the byte. */
  readonly body: string;
  readonly event: WebhookEvent;
}

/** What happens in the tenant, as it happens. */
export class Events extends EventsBase {
  /**
   * What happens from now on, or after `lastEventId`, without an end: leave the loop, or abort the signal. A connection that
   * breaks is made again and continues where it was; throws AssayConnectionError after five in a row that do not open.
   *
   * @example
   * for await (const { id, event } of admin.events.stream()) console.log(id, event.type);
   */
  async *stream({ lastEventId, onOpen, onReset, ...options }: EventStreamOptions = {}): AsyncGenerator<StreamedEvent> {
    let last = lastEventId;
    for (let breaks = 0; ; ) {
      try {
        for await (const { id = "", name, data } of openStream(this.http, "/api/events", last, options)) {
          breaks = 0;
          last = id;
          const isReset = name === "stream.reset";
          if (isReset) onReset?.();
          if (isReset || !data) onOpen?.(id);
          else yield { id, messageId: id.slice(id.indexOf("-") + 1), body: data, event: JSON.parse(data) };
        }
      } catch (error) {
        options.signal?.throwIfAborted();
        if (!(error instanceof AssayConnectionError) || breaks >= RECONNECT_MAX) throw error;
      }
      breaks += 1;
      await pause(RECONNECT_MS * breaks, options.signal);
    }
  }
}
