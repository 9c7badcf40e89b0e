import { PacksBase } from "../generated/admin-resources.ts";
import type { PackFormat, PackImport } from "../generated/admin-types.ts";
import { path, type RequestOptions } from "../http.ts";

export interface PackImportOptions extends RequestOptions {
  readonly format: PackFormat;
  /** Of an OSCAL catalogue: what is a requirement. Controls where it is omitted. */
  readonly requirements?: "controls" | "objectives" | undefined;
  /** Stores nothing, and says what the import would make. */
  readonly dryRun?: boolean | undefined;
}

const MEDIA_TYPES: Readonly<Record<PackFormat, string>> = {
  "assay-json": "application/json",
  csv: "text/csv",
  oscal: "application/json",
  "ciso-assistant": "application/yaml",
};

/** Packs: an ADMIN changes those of the tenant and sees those that it uses or is offered; a SUPER_ADMIN changes the deployment's. */
export class Packs extends PacksBase {
  /**
   * Adds a DRAFT version, all of the file (at most 32 MB) or nothing. A bad file is ValidationError, in a dry run too: each
   * of its `details.issues` is a PackIssue.
   */
  import(packId: string, file: Blob | string, options: PackImportOptions): Promise<PackImport> {
    const { format, requirements, dryRun, ...request } = options;
    return this.http.json("POST", path`/api/admin/packs/${packId}/versions`, {
      ...request,
      query: { format, requirements, dryRun },
      body: file,
      headers: { "Content-Type": MEDIA_TYPES[format] },
    });
  }
}
