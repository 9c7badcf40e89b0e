import type { Operation } from "@assay/contract/operations";

const DECLARED = new WeakMap<object, Operation>();

/** Returns the handler, of which `operationOf` then returns the operation. */
export function declare<H extends object>(handler: H, operation: Operation): H {
  DECLARED.set(handler, operation);
  return handler;
}

/** The operation that a handler serves; undefined for one that serves none of the table. */
export function operationOf(handler: object): Operation | undefined {
  return DECLARED.get(handler);
}
