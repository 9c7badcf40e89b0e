import { putSweepSchedule } from "@assay/adapters/qstash";
import { keysToText, makeSigningKeys } from "@assay/embedded/key-signer";
import { type QstashDouble, startQstash } from "@assay/testing/doubles/qstash/start-qstash";
import { freePort } from "./free-port.ts";
import { type TestParts, type TestService, testService } from "./test-service.ts";

export interface QueuedService extends TestService {
  readonly qstash: QstashDouble;
}

/** Real milliseconds that a second of QStash takes. */
const SECOND_MS = 10;

/** Times of the engine on the same scale; nothing is found by polling. */
const QUICK = { dispatchOverdueMs: 600, leaseMs: 2000, attemptLimitMs: 10_000, attemptMs: 3000 };

/** What a service needs to be dispatched by the double at this port. */
export async function queueSettings(qstash: QstashDouble, apiUrl: string): Promise<Record<string, string>> {
  return {
    API_URL: apiUrl,
    QSTASH_URL: qstash.url,
    QSTASH_TOKEN: qstash.token,
    QSTASH_CURRENT_SIGNING_KEY: qstash.keys.current,
    QSTASH_NEXT_SIGNING_KEY: qstash.keys.next,
    CHECKPOINT_SIGNING_KEY: keysToText(await makeSigningKeys()),
  };
}

/** The whole service in this process, dispatched by a double of QStash alone, whose minutes pass by themselves. */
export async function queuedService(
  env: Readonly<Record<string, string>> = {},
  { limits, ...parts }: TestParts = {},
): Promise<QueuedService> {
  const qstash = await startQstash({ secondMs: SECOND_MS });
  const port = await freePort();
  const settings = await queueSettings(qstash, `http://127.0.0.1:${port}`);
  const service = await testService(
    { ...settings, PORT: String(port), ...env },
    { ...parts, limits: { ...QUICK, ...limits } },
  );
  await putSweepSchedule(
    { token: qstash.token, baseUrl: qstash.url },
    { scheduleId: "sweep", url: `${settings.API_URL}/callbacks/sweep` },
  );
  const minutes = setInterval(() => qstash.tick(), 60 * SECOND_MS);
  return {
    ...service,
    qstash,
    async close() {
      clearInterval(minutes);
      await service.close();
      await qstash.close();
    },
  };
}
