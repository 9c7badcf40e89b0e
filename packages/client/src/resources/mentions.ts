import type { MentionPage } from "../generated/types.ts";
import { asQuery } from "../http.ts";
import type { ListOptions } from "../list.ts";
import { Resource } from "../resource.ts";

/** Comments in which others mentioned the caller. */
export class Mentions extends Resource {
  /** A page of them, newest first, with how many are unread: at most 100 are counted. */
  list(options: ListOptions = {}): Promise<MentionPage> {
    return this.http.json("GET", "/api/mentions", asQuery(options));
  }
}
