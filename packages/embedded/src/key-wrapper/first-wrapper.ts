import type { KeyWrapper } from "@assay/core/ports";

/** Wraps by the first; what an earlier one wrapped is unwrapped by it. */
export function firstWrapper([first, ...others]: readonly [KeyWrapper, ...KeyWrapper[]]): KeyWrapper {
  return {
    keyId: first.keyId,
    wrap: (key, context) => first.wrap(key, context),
    async unwrap(wrapped, context) {
      for (const wrapper of [first, ...others]) {
        const key = await wrapper.unwrap(wrapped, context);
        if (key) return key;
      }
      return undefined;
    },
  };
}
