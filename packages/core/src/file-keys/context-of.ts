/** A wrapped key is unwrapped for its own tenant alone. */
export function contextOf({ tenantId, id }: { readonly tenantId: string; readonly id: string }): string {
  return `file-key:${tenantId}:${id}`;
}
