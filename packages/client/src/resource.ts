import { type AssayOptions, createHttp, type Http, type HttpRequest } from "./http.ts";

/** A part of the API. Made by Assay and AssayAdmin, or by itself where a program needs no other: `new Runs(options)`. */
export abstract class Resource {
  /** @internal */
  protected readonly http: Http;

  constructor(client: Http | AssayOptions) {
    this.http = "send" in client ? client : createHttp(client);
  }

  /** @internal What a reply holds behind these fields. */
  protected async only<T>(method: string, path: string, request: HttpRequest, ...fields: string[]): Promise<T> {
    const reply = await this.http.json<unknown>(method, path, request);
    return fields.reduce((value, field) => (value as Record<string, unknown>)[field], reply) as T;
  }
}
