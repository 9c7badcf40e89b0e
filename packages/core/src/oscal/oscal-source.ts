import type {
  Assessment,
  DamagedResult,
  Exception,
  FixedException,
  FrozenTask,
  Review,
  RunConfiguration,
  RunDocument,
  SignOff,
} from "@assay/contract";
import type { KeptRequirement } from "../packs/bindings.ts";

/** An exception, as it was fixed with the run or as it became. */
export type ToldException = Omit<FixedException, "approvedBy" | "approvedAt"> &
  Pick<Exception, "approvedBy" | "approvedAt"> &
  Partial<Pick<Exception, "status" | "revokedAt" | "revokeReason"> & { readonly fixedWithRun: boolean }>;

/** A document of the evidence set; what an earlier release did not keep is null. */
export type ToldDocument = Pick<
  RunDocument,
  "documentId" | "originalFilename" | "sha256Hash" | "effectiveDate" | "expiresAt" | "evidenceKind" | "judged"
> & { readonly reason: string | null };

/** What people said of the run since its end. */
export interface ToldByPeople {
  readonly reviews: readonly (Review | DamagedResult)[];
  readonly signOffs: readonly (SignOff | DamagedResult)[];
  readonly exceptions: readonly (ToldException | DamagedResult)[];
  /** The ids of reviews that are not told because the one after them is damaged. */
  readonly withheldReviews?: readonly string[];
}

/** What the OSCAL documents of a run are made of. Equal values give equal bytes. */
export interface OscalSource {
  readonly run: {
    readonly id: string;
    readonly tenantId: string;
    readonly packId: string;
    readonly startedAt: string;
    /** Absent in the run's own export, which is made before it ends. */
    readonly completedAt?: string;
  };
  readonly packName: string;
  readonly configuration: Pick<
    RunConfiguration,
    "snapshotCriteriaVersionId" | "snapshotCorpusActivationId" | "snapshotRetrievalVersionId" | "period"
  > &
    Partial<Pick<RunConfiguration, "assessor" | "embedder" | "confidenceThresholds">>;
  readonly requirements: readonly KeptRequirement[];
  readonly assessments: readonly Assessment[];
  /** As the run made them in its own export, else as they stand. */
  readonly tasks: readonly FrozenTask[];
  readonly documents: readonly ToldDocument[];
  /** Null where there is no snapshot yet. */
  readonly snapshotHash: string | null;
  /** The moment that all of it is true of. */
  readonly asOf: string;
  /** Null in the run's own export. */
  readonly people: ToldByPeople | null;
}

export function soundOf<Item extends object>(items: readonly (Item | DamagedResult)[]): Item[] {
  return items.filter((item): item is Item => !("damaged" in item));
}
