/** How many there are, and the first few. */
export interface Some<T> {
  count: number;
  items: T[];
}

/** A value before and after a change. */
export interface Change<T> {
  before: T;
  after: T;
}

/** What a run pinned, and what a run started now would pin; null where it could not start. */
export interface Pinned<T> {
  pinned: T;
  inForce: T | null;
}

/** A value with the environment variables that set it; none for what comes with the release. */
export interface Setting<T> {
  value: T;
  setBy: string[];
}
