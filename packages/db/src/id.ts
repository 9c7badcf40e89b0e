import { v7 } from "uuid";

/** A new lowercase UUIDv7; ids made later in one process sort later. */
export function newId(): string {
  return v7();
}
