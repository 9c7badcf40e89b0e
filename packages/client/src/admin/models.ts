import type { ModelListReply } from "../generated/replies.ts";
import type { RequestOptions } from "../http.ts";
import { Resource } from "../resource.ts";

/** The models that a deployment can run. For a SUPER_ADMIN. */
export class AdminModels extends Resource {
  /** What each may be asked, what is used of it in the present window of `windowSeconds`, and until when it waits. */
  list(options: RequestOptions = {}): Promise<ModelListReply> {
    return this.http.json("GET", "/api/admin/models", options);
  }
}
