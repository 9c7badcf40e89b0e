import { AssayConnectionError } from "../../assay-error.ts";
import { pause } from "../../http.ts";
import { defineCommand } from "../command.ts";
import { usageError } from "../exit-codes.ts";
import { forwardEvent, newWebhookSecret, readWebhookSecret } from "../forward-event.ts";

const RETRY_MS = 5000;

export const webhooksListen = defineCommand({
  name: "webhooks listen",
  group: "administration",
  summary: "Show what happens, and forward it to a receiver on this machine",
  details: [
    "Sends the bodies that webhooks are sent, signed again for your receiver. Nothing is sent a second time: the status of each response is shown. Needs ADMIN.",
    "Piped, each line has the time, the event, its id and the receiver's status.",
  ],
  options: {
    forward: { type: "string", value: "<address>", says: "Where each event is posted, such as http://localhost:3000." },
    secret: {
      type: "string",
      value: "<secret>",
      says: "Signs what is forwarded, whsec_…; else a new one that is printed.",
    },
    after: { type: "string", value: "<id>", says: "Continues after this event, of the last 24 hours." },
  },
  examples: [
    { command: "assay webhooks listen --forward http://localhost:3000/hooks", does: "Until Ctrl-C" },
    { command: "assay webhooks listen --after 17", does: "What came since, and what comes" },
  ],
  async run(invocation) {
    const { options, terminal, signal, connect } = invocation;
    const { forward } = options;
    const to = forward === undefined ? undefined : readAddress(forward);
    if (options.secret !== undefined && !to) throw usageError("--secret needs --forward");
    const secret = options.secret ?? newWebhookSecret();
    const key = to && (await readWebhookSecret(secret));
    const { admin } = await connect();
    let last = options.after;
    let isNew = true;
    const onOpen = (id: string) => {
      last ??= id;
      if (isNew) terminal.note(`Listening. Ctrl-C ends.${to ? ` Forwarding to ${to.href}` : ""}`);
      if (isNew && to && options.secret === undefined) terminal.note(`Signed with ${secret}`);
      isNew = false;
    };
    const onReset = () => terminal.note("The ids began again, as after a restore: events may come a second time.");
    while (!signal.aborted) {
      try {
        for await (const streamed of admin.events.stream({ lastEventId: last, onOpen, onReset, signal })) {
          const { event, id, body, messageId } = streamed;
          const outcome = to && key && (await forwardEvent({ to, key, messageId, body, signal }));
          // What Ctrl-C cut off is forwarded by the next call.
          if (signal.aborted) break;
          last = id;
          if (terminal.json) terminal.printJson({ id, messageId, event, ...(outcome && { forwarded: outcome }) });
          else terminal.print([event.timestamp, event.type, id, ...(outcome ? [String(outcome)] : [])].join("\t"));
        }
      } catch (error) {
        if (signal.aborted) break;
        if (!(error instanceof AssayConnectionError)) throw error;
        terminal.note("The service cannot be reached: trying again.");
        await pause(RETRY_MS, signal).catch(() => {});
      }
    }
    if (last !== undefined) terminal.note(`To continue: --after ${last}`);
    return undefined;
  },
});

function readAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.username === "") return url;
  throw usageError(`--forward cannot be '${text}': it is an address such as http://localhost:3000`);
}
