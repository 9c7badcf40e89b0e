import { type AssayOptions, createHttp } from "../http.ts";
import { Tenants } from "./tenants.ts";

/**
 * A client of the administrative routes, which need the role ADMIN, some of them SUPER_ADMIN. An entry of its own, so
 * that what only reads and uploads does not carry it. Errors are those of Assay.
 */
export class AssayAdmin {
  readonly tenants: Tenants;

  constructor(options: AssayOptions) {
    const http = createHttp(options);
    this.tenants = new Tenants(http);
  }
}
