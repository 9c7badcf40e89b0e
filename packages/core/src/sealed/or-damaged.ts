import { AssayError } from "@assay/contract";

export const DAMAGED = Symbol("damaged");

/** What a read of stored results finds; DAMAGED where it throws INTEGRITY_ERROR. */
export async function orDamaged<T>(read: Promise<T>): Promise<T | typeof DAMAGED> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof AssayError && error.code === "INTEGRITY_ERROR") return DAMAGED;
    throw error;
  }
}
