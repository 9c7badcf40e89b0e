import { ConfigError } from "../config.ts";

/** An adapter that cannot work with its settings says so when it is made, in words for the operator. */
export function asConfigError<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw new ConfigError((error as Error).message);
  }
}
