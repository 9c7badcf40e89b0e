import type { Encoded } from "./open-tokenizer.ts";

/** What computes a model: native code, or WebAssembly. */
export interface Runtime {
  /** With its version. */
  readonly name: string;
  open(modelFile: string): Promise<Session>;
}

/** A model in memory: one text, or one pair, at a time, so that no result depends on what is computed next to it. */
export interface Session {
  run(encoded: Encoded): Promise<Float32Array>;
  close(): Promise<void>;
}

/** The part of onnxruntime's interface that both of its packages share. */
export interface Ort {
  readonly Tensor: new (type: "int64", data: BigInt64Array, dims: readonly number[]) => unknown;
  readonly InferenceSession: {
    create(model: string | Uint8Array, options: object): Promise<OrtSession>;
  };
}

interface OrtSession {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  run(feeds: Record<string, unknown>): Promise<Record<string, { readonly data: unknown }>>;
  release(): Promise<void>;
}

const OPTIONS = { intraOpNumThreads: 1, interOpNumThreads: 1, graphOptimizationLevel: "all", enableCpuMemArena: false };

/** Opens a model with one thread. */
export async function openSession(ort: Ort, model: string | Uint8Array): Promise<Session> {
  const session = await ort.InferenceSession.create(model, OPTIONS);
  const [output = ""] = session.outputNames;
  return {
    async run({ ids, types }) {
      const known: Record<string, readonly number[]> = {
        input_ids: ids,
        attention_mask: ids.map(() => 1),
        token_type_ids: types,
      };
      const feeds = session.inputNames.map((name) => [name, toTensor(ort, known[name] ?? unknownInput(name))] as const);
      const outputs = await session.run(Object.fromEntries(feeds));
      return outputs[output]!.data as Float32Array;
    },
    close: () => session.release(),
  };
}

function toTensor({ Tensor }: Ort, values: readonly number[]): unknown {
  return new Tensor("int64", BigInt64Array.from(values, BigInt), [1, values.length]);
}

function unknownInput(name: string): never {
  throw new RangeError(`Cannot run the model because it wants an input '${name}', which no text gives`);
}
