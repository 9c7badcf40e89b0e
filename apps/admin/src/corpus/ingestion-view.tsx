import type { CorpusIngestion } from "@assay/client/admin";
import { formatCount, formatDateTime } from "@assay/site/format";
import { formatBytes } from "@assay/site/format-bytes";
import { Link } from "@assay/site/link";
import { Loaded } from "@assay/site/loaded";
import { Badge, buttonClasses, CopyText, Fact, Facts } from "@assay/ui";
import { findActor, useGlobalActs } from "../acts/use-global-acts.ts";
import { Page } from "../app/page.tsx";
import { hrefTo } from "../app/tenant.ts";
import { useParam } from "../app/use-param.ts";
import { usePackNames } from "../packs/use-packs.ts";
import { IngestionFailure } from "./ingestion-failure.tsx";
import { INGESTION_STATUS } from "./ingestion-status.ts";
import { PassageList } from "./passage-list.tsx";
import { StepLine } from "./step-line.tsx";
import { useActiveActivation, useIngestion } from "./use-corpus.ts";

/** One piece of guidance: how far it is, what went wrong, and what was read. */
export default function IngestionView() {
  const id = useParam("ingestionId");
  const query = useIngestion(id);
  const { data } = query;
  return (
    <Page
      title={data?.filename ?? "Guidance"}
      scope="all"
      back={{ href: hrefTo("/corpus", data ? { packId: data.packId } : {}), label: "Guidance" }}
      actions={data?.status === "COMPLETED" && <ForceNotice ingestion={data} />}
      lead={data && <Badge {...INGESTION_STATUS[data.status]} />}
    >
      <Loaded query={query} what="submission">
        {(ingestion) => (
          <>
            <StepLine ingestion={ingestion} />
            <IngestionFailure ingestion={ingestion} />
            <About ingestion={ingestion} />
            {ingestion.status === "COMPLETED" && <PassageList ingestion={ingestion} />}
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** Whether runs take it, and the way to change that. */
function ForceNotice({ ingestion: { id, packId } }: { ingestion: CorpusIngestion }) {
  const { data: inForce } = useActiveActivation(packId);
  if (inForce === undefined) return null;
  const isIn = inForce?.ingestionIds.includes(id) ?? false;
  return (
    <>
      {isIn && <Badge tone="complete" label="Active" />}
      <Link
        href={hrefTo("/corpus/activate", isIn ? { packId } : { packId, add: id })}
        className={buttonClasses(isIn ? "secondary" : "primary")}
      >
        {isIn ? "Change what is active" : "Activate it …"}
      </Link>
    </>
  );
}

function About({ ingestion }: { ingestion: CorpusIngestion }) {
  const { data: packs } = usePackNames();
  const { data: acts } = useGlobalActs("corpus_ingestion");
  const by = findActor(acts, ingestion.id, "corpus_ingestion.created");
  const { url, packId, fileType, sizeBytes, sha256Hash, chunkCount, pagesNotRead, createdAt } = ingestion;
  return (
    <Facts>
      <Fact term="Pack">
        <Link href={hrefTo(`/packs/${packId}`)} className="text-accent underline">
          {packs?.get(packId)?.name ?? "Pack"}
        </Link>
      </Fact>
      <Fact term="Source">
        {url ? (
          <a href={url} target="_blank" rel="noreferrer noopener" className="break-all text-accent underline">
            {url}
          </a>
        ) : (
          "An uploaded file"
        )}
      </Fact>
      <Fact term="Submitted">
        {formatDateTime(createdAt)}
        {by && ` by ${by}`}
      </Fact>
      {fileType && (
        <Fact term="Read as">
          {fileType.toUpperCase()}
          {sizeBytes !== null && `, ${formatBytes(sizeBytes)}`}
          {chunkCount !== null && `, ${formatCount(chunkCount, "passage")}`}
          {pagesNotRead > 0 && `; ${formatCount(pagesNotRead, "page")} not read: images, or broken`}
        </Fact>
      )}
      {sha256Hash && (
        <Fact term="SHA-256">
          <CopyText text={sha256Hash} what="the hash" />
        </Fact>
      )}
    </Facts>
  );
}
