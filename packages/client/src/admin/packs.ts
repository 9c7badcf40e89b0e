import type { CriteriaDiff, CriteriaVersion, NewPack, Pack, PackFormat, PackImport } from "../generated/admin-types.ts";
import type {
  CriteriaVersionListReply,
  CriteriaVersionReply,
  PackListReply,
  PackReply,
  RequirementListReply,
} from "../generated/replies.ts";
import type { Requirement } from "../generated/types.ts";
import type { Http, RequestOptions } from "../http.ts";
import { List, type Page } from "../list.ts";

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

const at = (packId: string) => `/api/admin/packs/${encodeURIComponent(packId)}`;
const versionAt = (packId: string, versionId: string) => `${at(packId)}/versions/${encodeURIComponent(versionId)}`;

/** The packs of the deployment: an ADMIN reads packs and single versions, a SUPER_ADMIN all of it, and writes. */
export class Packs {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Newest first. */
  list({ signal }: RequestOptions = {}): List<Pack> {
    return new List(async (page): Promise<Page<Pack>> => {
      const request = { query: { ...page }, signal };
      const reply = await this.#http.json<PackListReply>("GET", "/api/admin/packs", request);
      return { items: reply.packs, nextCursor: reply.nextCursor };
    });
  }

  async get(packId: string, options: RequestOptions = {}): Promise<Pack> {
    return (await this.#http.json<PackReply>("GET", at(packId), options)).pack;
  }

  /** Makes a pack without a version. */
  async create(pack: NewPack, options: RequestOptions = {}): Promise<Pack> {
    return (await this.#http.json<PackReply>("POST", "/api/admin/packs", { ...options, json: pack })).pack;
  }

  /** One version, which the tenant or a run of it may name. */
  async version(packId: string, versionId: string, options: RequestOptions = {}): Promise<CriteriaVersion> {
    const path = versionAt(packId, versionId);
    return (await this.#http.json<CriteriaVersionReply>("GET", path, options)).version;
  }

  /** Drafts too, newest first. For a SUPER_ADMIN. */
  versions(packId: string, { signal }: RequestOptions = {}): List<CriteriaVersion> {
    return new List(async (page): Promise<Page<CriteriaVersion>> => {
      const request = { query: { ...page }, signal };
      const reply = await this.#http.json<CriteriaVersionListReply>("GET", `${at(packId)}/versions`, request);
      return { items: reply.versions, nextCursor: reply.nextCursor };
    });
  }

  /** The requirements of a version, of a draft too, in pack order. */
  requirements(packId: string, versionId: string, { signal }: RequestOptions = {}): List<Requirement> {
    return new List(async (page): Promise<Page<Requirement>> => {
      const request = { query: { ...page }, signal };
      const reply = await this.#http.json<RequirementListReply>(
        "GET",
        `${versionAt(packId, versionId)}/requirements`,
        request,
      );
      return { items: reply.requirements, nextCursor: reply.nextCursor };
    });
  }

  /** Adds a DRAFT version, all of the file or nothing. A bad file is VALIDATION_ERROR, in a dry run too: see PackIssue. */
  import(packId: string, file: Blob | string, options: PackImportOptions): Promise<PackImport> {
    const { format, requirements, dryRun, signal } = options;
    return this.#http.json("POST", `${at(packId)}/versions`, {
      query: { format, requirements, dryRun },
      body: file,
      headers: { "Content-Type": MEDIA_TYPES[format] },
      signal,
    });
  }

  /** Makes a DRAFT final, for good. */
  async publish(packId: string, versionId: string, options: RequestOptions = {}): Promise<CriteriaVersion> {
    const path = `${versionAt(packId, versionId)}/publish`;
    return (await this.#http.json<CriteriaVersionReply>("POST", path, options)).version;
  }

  /** What changed from version `against` to version `versionId`. */
  diff(packId: string, versionId: string, against: string, { signal }: RequestOptions = {}): Promise<CriteriaDiff> {
    return this.#http.json("GET", `${versionAt(packId, versionId)}/diff`, { query: { against }, signal });
  }
}
