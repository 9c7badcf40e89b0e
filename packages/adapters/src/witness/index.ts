import { AssayError, type KeptCheckpoint } from "@assay/contract";
import type { CheckpointStore, KeptPoint } from "@assay/core/ports";
import { z } from "zod";

export interface WitnessOptions {
  /** Where `assay witness` listens. */
  readonly url: string;
  readonly fetch?: typeof fetch;
}

const keptReply = z.object({
  checkpoints: z.array(
    z.object({
      statement: z.object({
        origin: z.string(),
        tenantId: z.string(),
        sequence: z.number(),
        hash: z.string(),
        createdAt: z.string(),
        counter: z.number().optional(),
      }),
      keyId: z.string(),
      signature: z.string(),
    }),
  ),
});

/** A witness refuses what does not continue what it keeps; it is shown the entries in between. */
export function createWitness({ url, fetch: send = fetch }: WitnessOptions): CheckpointStore {
  const base = url.replace(/\/*$/, "/");

  async function ask(path: string, init: RequestInit): Promise<Response> {
    try {
      const reply = await send(`${base}${path}`, { ...init, redirect: "error" });
      if (reply.ok || reply.status === 409) return reply;
      await reply.body?.cancel();
      throw unavailable(`it replied with status ${reply.status}`);
    } catch (error) {
      if (error instanceof AssayError) throw error;
      throw unavailable("it does not answer", error);
    }
  }

  async function read(path: string, signal: AbortSignal): Promise<KeptCheckpoint[]> {
    const reply = await ask(path, { signal });
    const parsed = keptReply.safeParse(await reply.json().catch(() => undefined));
    if (!parsed.success) throw unavailable("its reply is not a witness's");
    return parsed.data.checkpoints.map(({ statement: { counter, ...statement }, ...rest }) => ({
      statement: counter === undefined ? statement : { ...statement, counter },
      ...rest,
    }));
  }

  return {
    name: "witness",
    async keep(checkpoint, { proof, signal }) {
      const { tenantId, counter = 0 } = checkpoint.statement;
      const path = `checkpoints/${tenantId}`;
      const [newest] = await read(`${path}?newest`, signal);
      // It keeps a later one, which continues this one.
      if (newest && (newest.statement.counter ?? 0) > counter) return { location: `${base}${path}` };
      const lines: string[] = [JSON.stringify(checkpoint)];
      if (newest)
        for await (const entries of proof(newest.statement.sequence))
          lines.push(...entries.map((entry) => JSON.stringify(entry)));
      const reply = await ask("checkpoints", {
        method: "POST",
        headers: { "content-type": "application/x-ndjson" },
        body: `${lines.join("\n")}\n`,
        signal,
      });
      if (reply.status === 409) {
        const said = z.object({ message: z.string() }).safeParse(await reply.json().catch(() => undefined));
        const why = said.success ? `: ${said.data.message}` : "";
        throw new AssayError("INTEGRITY_ERROR", `The witness refuses a checkpoint of tenant '${tenantId}'${why}`);
      }
      await reply.body?.cancel();
      return { location: `${base}${path}` };
    },
    async list(tenantId, { signal }) {
      return (await read(`checkpoints/${tenantId}`, signal)).map(toPoint);
    },
  };
}

function toPoint(kept: KeptCheckpoint): KeptPoint {
  const { sequence, hash, counter = null } = kept.statement;
  return { sequence, hash, counter, load: async () => kept };
}

function unavailable(why: string, cause?: unknown): AssayError {
  return new AssayError("SERVICE_UNAVAILABLE", `Cannot use the witness of CHECKPOINT_WITNESS_URL because ${why}`, {
    cause,
  });
}
