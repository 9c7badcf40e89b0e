import { UnavailableError } from "@assay/contract";
import type { KeyWrapper } from "@assay/core/ports";

export interface MemoryKeyWrapper extends KeyWrapper {
  /** While it is true every act fails as an unreachable key service does. */
  isOut: boolean;
  /** How many keys it was asked to unwrap. */
  unwrapped: number;
}

/** Seals nothing: it keeps to which key and context it was given. */
export function createMemoryKeyWrapper(...[keyId, ...earlier]: [string, ...string[]]): MemoryKeyWrapper {
  const inReach = () => {
    if (wrapper.isOut) throw new UnavailableError("files", "Cannot reach the key service");
  };
  const wrapper: MemoryKeyWrapper = {
    ...{ keyId, isOut: false, unwrapped: 0 },
    async wrap(key, context) {
      inReach();
      return { keyId, bytes: new TextEncoder().encode(JSON.stringify([keyId, context, [...key]])) };
    },
    async unwrap(wrapped, context) {
      inReach();
      wrapper.unwrapped += 1;
      const [by, of, key] = JSON.parse(new TextDecoder().decode(wrapped.bytes)) as [string, string, number[]];
      const isKnown = [keyId, ...earlier].includes(wrapped.keyId) && by === wrapped.keyId;
      return isKnown && of === context ? Uint8Array.from(key) : undefined;
    },
  };
  return wrapper;
}
