export interface StoredState {
  /** 0 where there is none yet. */
  readonly version: number;
  readonly text: string;
}

/** Keeps small states that processes share, each written whole. */
export interface StateStore {
  /** The state of that name, unless its version is `known`. */
  load(name: string, known: number): Promise<StoredState | undefined>;
  /** Returns whether the state still had the version `known`, and has this text now. */
  replace(name: string, known: number, text: string): Promise<boolean>;
}
