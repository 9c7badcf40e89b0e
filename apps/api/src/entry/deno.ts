import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFetcher } from "@assay/embedded/fetch";
import { createPackParser } from "@assay/embedded/packs";
import { createWebhookSender } from "@assay/embedded/webhooks";
import { openExtractor } from "../parts/extractor.ts";
import { serveDeno } from "./serve-deno.ts";

/** The service on a machine with Deno, which has processes, threads and sockets: `deno serve -A apps/api/src/entry/deno.ts`. */
export default await serveDeno(async (config) => ({
  extractor: await openExtractor(config, await mkdtemp(join(tmpdir(), "assay-"))),
  fetcher: createFetcher(),
  webhookSender: createWebhookSender({ allowed: config.WEBHOOK_ALLOWED_NETWORKS }),
  packs: createPackParser(),
}));
