import type { SecretBox } from "@assay/core/ports";

/** Keeps texts readable, and opens each under its own key and context alone, as the real one. */
export function createMemoryBox(...keyIds: [string, ...string[]]): SecretBox {
  const [keyId] = keyIds;
  return {
    keyId,
    keyIds,
    seal: async (text, context) => ({ keyId, bytes: new TextEncoder().encode(JSON.stringify([keyId, context, text])) }),
    async open({ keyId: sealedWith, bytes }, context) {
      const [key, of, text] = JSON.parse(new TextDecoder().decode(bytes));
      return keyIds.includes(sealedWith) && key === sealedWith && of === context ? text : undefined;
    },
  };
}
