import type { OtherPart } from "./asked-model.ts";
import type { Attempt, Outcome, Stage, Stages } from "./stage.ts";

/** How long one attempt may take, in milliseconds. */
export interface AttemptLimits {
  readonly attemptLimitMs: number;
  /** Of an attempt that asks the model about one requirement. */
  readonly requirementLimitMs: number;
  /** Of an attempt that reads files or images: it ends by itself after `attemptMs`, between two pieces. */
  readonly recognitionLimitMs: number;
}

/** One row of the flow: what runs a stage, how long an attempt may take, and what it needs. */
export interface StageRow<S, N extends string = string> {
  readonly name: N;
  /** Makes one attempt. */
  run(services: S, attempt: Attempt): Promise<Outcome>;
  /** Omitted: `attemptLimitMs`. */
  readonly limit?: keyof AttemptLimits;
  /** The part without which no attempt gets anywhere. */
  readonly needs?: OtherPart;
  /** Needs processes, sockets or more processor time than an edge runtime lends. */
  readonly heavy?: true;
  /** Records that the job failed permanently. Omitted: nothing next to the job is changed. */
  readonly fail?: Stage["fail"];
}

/** The rows of a flow of the contract, in its order: the compiler refuses another one. */
export type RowsOf<F extends readonly { readonly name: string }[], S> = {
  readonly [I in keyof F]: StageRow<S, F[I]["name"]>;
};

export type StageTable<S> = { readonly [K in keyof Stages]: readonly StageRow<S>[] };

/** Gives each row of the table what it works with. */
export function bindStages<S extends { readonly settings: AttemptLimits }>(table: StageTable<S>, services: S): Stages {
  const bind = ({ run, limit = "attemptLimitMs", needs, heavy, fail = async () => [] }: StageRow<S>): Stage => ({
    run: (attempt) => run(services, attempt),
    fail,
    limitMs: services.settings[limit],
    ...(needs && { needs }),
    ...(heavy && { heavy }),
  });
  const kinds = Object.entries(table).map(([kind, rows]) => [
    kind,
    Object.fromEntries(rows.map((row) => [row.name, bind(row)])),
  ]);
  return Object.fromEntries(kinds) as Stages;
}
