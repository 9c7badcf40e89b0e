import type { PersonListReply } from "../generated/replies.ts";
import type { Person } from "../generated/types.ts";
import { type List, type ListOptions, listOf } from "../list.ts";
import { Resource } from "../resource.ts";

export interface PersonFilters extends ListOptions {
  /** A part of the e-mail. */
  readonly q?: string | undefined;
}

/** The tenant's active members, for those who may assign tasks to them and mention them. */
export class People extends Resource {
  /** The newest members first. */
  list(filters: PersonFilters = {}): List<Person> {
    return listOf(this.http, "/api/people", filters, ({ people }: PersonListReply) => people);
  }
}
