import type { WebhookEventType } from "../../generated/types.ts";
import { defineCommand } from "../command.ts";

export const webhooksTrigger = defineCommand({
  name: "webhooks trigger",
  group: "administration",
  summary: "Send a test event to `assay webhooks listen`, or to a webhook",
  details: ["It has `test: true`, and its ids name nothing. Needs ADMIN."],
  arguments: [{ name: "event", says: "Its type, such as run.completed." }],
  options: {
    webhook: { type: "string", value: "<id>", says: "Sends it to this webhook, once." },
  },
  examples: [{ command: "assay webhooks trigger run.completed", does: "To all that listen" }],
  async run({ args, options, terminal, signal, connect }) {
    const { admin } = await connect();
    // The service checks the type, and its refusal says which there are.
    const type = args[0] as WebhookEventType;
    const triggered = await admin.events.trigger({ type, webhookId: options.webhook }, { signal });
    if (terminal.json) terminal.printJson(triggered);
    else terminal.print(triggered.messageId);
    return undefined;
  },
});
