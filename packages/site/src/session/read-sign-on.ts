/** What a provider's way back brought along in the address. */
export interface SignOnReply {
  readonly code: string | null;
  readonly failure: string | null;
}

export function readSignOn(search: string): SignOnReply | null {
  const values = new URLSearchParams(search);
  const [code, failure] = [values.get("code"), values.get("error_code")];
  return code !== null || failure !== null ? { code, failure } : null;
}
