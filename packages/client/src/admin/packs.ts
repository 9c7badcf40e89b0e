import type { CriteriaDiff, CriteriaVersion, NewPack, Pack, PackFormat, PackImport } from "../generated/admin-types.ts";
import type {
  CriteriaVersionListReply,
  CriteriaVersionReply,
  PackListReply,
  PackReply,
  RequirementListReply,
} from "../generated/replies.ts";
import type { Requirement } from "../generated/types.ts";
import { path, type RequestOptions } from "../http.ts";
import { type List, type ListOptions, listOf } from "../list.ts";
import { Resource } from "../resource.ts";

export interface PackImportOptions extends RequestOptions {
  readonly format: PackFormat;
  /** Of an OSCAL catalogue: what is a requirement. Controls where it is left out. */
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

const PACKS = "/api/admin/packs";
const at = (packId: string) => `${PACKS}${path`/${packId}`}`;
const versionAt = (packId: string, versionId: string) => `${at(packId)}${path`/versions/${versionId}`}`;

/** The packs of the deployment: an ADMIN reads packs and single versions, a SUPER_ADMIN all of it, and writes. */
export class Packs extends Resource {
  /** Newest first. */
  list(options: ListOptions = {}): List<Pack> {
    return listOf(this.http, PACKS, options, ({ packs }: PackListReply) => packs);
  }

  /** Throws NotFoundError. */
  async get(packId: string, options: RequestOptions = {}): Promise<Pack> {
    return (await this.http.json<PackReply>("GET", at(packId), options)).pack;
  }

  /** Makes a pack without a version. */
  async create(pack: NewPack, options: RequestOptions = {}): Promise<Pack> {
    return (await this.http.json<PackReply>("POST", PACKS, { ...options, json: pack })).pack;
  }

  /** One version, which the tenant or a run of it may name. */
  async version(packId: string, versionId: string, options: RequestOptions = {}): Promise<CriteriaVersion> {
    return (await this.http.json<CriteriaVersionReply>("GET", versionAt(packId, versionId), options)).version;
  }

  /** Drafts too, newest first. For a SUPER_ADMIN. */
  versions(packId: string, options: ListOptions = {}): List<CriteriaVersion> {
    return listOf(this.http, `${at(packId)}/versions`, options, ({ versions }: CriteriaVersionListReply) => versions);
  }

  /** The requirements of a version, of a draft too, in pack order. */
  requirements(packId: string, versionId: string, options: ListOptions = {}): List<Requirement> {
    const itemsOf = ({ requirements }: RequirementListReply) => requirements;
    return listOf(this.http, `${versionAt(packId, versionId)}/requirements`, options, itemsOf);
  }

  /**
   * Adds a DRAFT version, all of the file (at most 32 MB) or nothing. A bad file is ValidationError, in a dry run too: each
   * of its `details.issues` is a PackIssue.
   */
  import(packId: string, file: Blob | string, options: PackImportOptions): Promise<PackImport> {
    const { format, requirements, dryRun, ...request } = options;
    return this.http.json("POST", `${at(packId)}/versions`, {
      ...request,
      query: { format, requirements, dryRun },
      body: file,
      headers: { "Content-Type": MEDIA_TYPES[format] },
    });
  }

  /** Makes a DRAFT final, for good. Throws ImmutableResourceError for one that is. */
  async publish(packId: string, versionId: string, options: RequestOptions = {}): Promise<CriteriaVersion> {
    const at = `${versionAt(packId, versionId)}/publish`;
    return (await this.http.json<CriteriaVersionReply>("POST", at, options)).version;
  }

  /** What changed from version `against` to version `versionId`. */
  diff(packId: string, versionId: string, against: string, options: RequestOptions = {}): Promise<CriteriaDiff> {
    return this.http.json("GET", `${versionAt(packId, versionId)}/diff`, { ...options, query: { against } });
  }
}
