import { errorClass } from "./assay-error.ts";
import type { DamagedResult } from "./generated/types.ts";
import type { Listed } from "./list.ts";

interface Split<T> extends Listed<T> {
  readonly damaged: readonly string[];
}

/** What a list holds, and the ids of what is stored otherwise than it was recorded. */
export function splitDamaged<T extends object>(listed: readonly unknown[]): Split<T> {
  const each = listed as (T & Partial<DamagedResult>)[];
  const damaged = each.filter(({ damaged }) => damaged).map(({ id }) => id!);
  return {
    items: each.filter(({ damaged }) => !damaged),
    damaged,
    error: damaged[0] === undefined ? undefined : damageError(damaged),
  };
}

export function damageError(damaged: readonly string[]) {
  const error = "INTEGRITY_ERROR";
  const message = `Cannot use ${damaged.join()}: damaged`;
  return new (errorClass(error))(new Response(null, { status: 500 }), { error, message, details: { damaged } });
}
