import { AssayError } from "@assay/contract";
import type { Fetcher, PackParser, TextExtractor, WebhookSender } from "@assay/core/ports";
import { type AllowedNetwork, checkWebhookUrl } from "@assay/embedded/webhook-url";

const refuse = (what: string) => {
  throw new AssayError(
    "SERVICE_UNAVAILABLE",
    `Cannot ${what} on this runtime: send the request to the deployment in EXTRACTION_URL`,
  );
};

/** Parts that some runtimes cannot have. Work that needs them goes to EXTRACTION_URL; anyone who asks here is told so. */
export const notOnThisRuntime: {
  readonly extractor: TextExtractor;
  readonly fetcher: Fetcher;
  readonly packs: PackParser;
  readonly webhookSender: (allowed: readonly AllowedNetwork[]) => WebhookSender;
} = {
  extractor: {
    extract: async () => refuse("read files"),
    walkArchive: async () => refuse("read archives"),
    close: async () => {},
  },
  fetcher: { check: () => refuse("read web pages"), fetch: async () => refuse("read web pages") },
  webhookSender: (allowed) => ({
    check: (url) => checkWebhookUrl(url, allowed),
    send: async () => refuse("deliver webhooks"),
  }),
  packs: { parse: async () => refuse("read pack files") },
};
