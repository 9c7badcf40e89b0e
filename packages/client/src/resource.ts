import { type AssayOptions, createHttp, type Http } from "./http.ts";

/** A part of the API. Made by Assay and AssayAdmin, or by itself where a program needs no other: `new Runs(options)`. */
export abstract class Resource {
  /** @internal */
  protected readonly http: Http;

  constructor(client: Http | AssayOptions) {
    this.http = "send" in client ? client : createHttp(client);
  }
}
