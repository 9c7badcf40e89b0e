/** One of a set that later releases of the service add to: treat a value that you do not know as one more of its kind. */
export type Open<T extends string> = T | (string & Record<never, never>);
