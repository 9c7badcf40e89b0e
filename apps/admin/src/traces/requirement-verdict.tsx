import { AssayApiError, type Assessment, type Citation } from "@assay/client";
import { formatConfidence } from "@assay/site/format";
import { Link } from "@assay/site/link";
import { Part } from "@assay/site/part";
import { readableQuote } from "@assay/site/readable-quote";
import { siteConfig } from "@assay/site/site-config";
import { useSession } from "@assay/site/use-session";
import { VERDICT_LABELS, VERDICT_TONES } from "@assay/site/verdict";
import { Badge, buttonClasses } from "@assay/ui";
import { useQuery } from "@tanstack/react-query";
import { ExternalLink, FileText, Flag, Recycle } from "lucide-react";
import { type Clients, hrefTo, useTenantId } from "../app/tenant.ts";
import { useTenantQuery } from "../app/use-tenant-query.ts";
import { useTenantSession } from "../app/use-tenant-session.ts";
import type { LoadedTrace } from "./load-trace.ts";

interface RequirementVerdictProps {
  loaded: LoadedTrace;
  code: string;
  /** Whether the requirement's words are above already. */
  titled: boolean;
}

/** The verdict that a span belongs to, with its quotes; each opens the page in the portal. */
export function RequirementVerdict({ loaded, code, titled }: RequirementVerdictProps) {
  const { run, requirements, assessments } = loaded;
  const assessment = assessments.get(code);
  const portal = usePortal();
  const status = assessment?.status ?? "NONE";
  const place = { run: run.id, requirement: code };
  return (
    <Part title={titled ? "Verdict" : `Verdict on requirement ${code}`}>
      {!titled && <p className="text-sm break-words">{requirements.get(code)?.title}</p>}
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={VERDICT_TONES[status]} label={VERDICT_LABELS[status]} />
        {assessment && status !== "FAILED" && (
          <span className="text-xs text-muted tabular-nums">Confidence {formatConfidence(assessment.confidence)}</span>
        )}
      </p>
      {assessment?.flags?.map((flag) => (
        <p key={flag} className="flex items-center gap-1.5 text-xs text-muted">
          <Flag size={12} aria-hidden className="text-failed" />
          {flag}
        </p>
      ))}
      {assessment?.reusedFromRunId && (
        <p className="flex items-center gap-1.5 text-xs text-muted">
          <Recycle size={12} aria-hidden className="text-complete" />
          <Link
            className="underline"
            href={hrefTo(`/traces/${assessment.reusedFromRunId}`, { span: `requirement:${code}` })}
          >
            Taken from a previous run
          </Link>
        </p>
      )}
      {assessment && <Quotes assessment={assessment} portal={portal} />}
      {portal ? (
        <a href={portalHref(portal, place)} className={buttonClasses("secondary")}>
          <ExternalLink size={13} aria-hidden />
          Open the verdict in the portal
        </a>
      ) : (
        portal === null && <p className="text-xs text-muted">The portal shows only your own tenant.</p>
      )}
    </Part>
  );
}

function portalHref(portal: string, place: Readonly<Record<string, string>>): string {
  return `${portal}?${new URLSearchParams(place)}`;
}

/** Where the portal is; null where it does not show this tenant, undefined where none is known. */
function usePortal(): string | null | undefined {
  const { data: config } = useQuery({ queryKey: ["site-config"], queryFn: siteConfig });
  const { data: own } = useSession();
  const { data: shown } = useTenantSession();
  const tenantId = useTenantId();
  if (tenantId && own && shown && own.tenant.id !== shown.tenant.id) return null;
  return config?.sites?.portal;
}

function Quotes({ assessment, portal }: { assessment: Assessment; portal: string | null | undefined }) {
  if (assessment.citations.length === 0) return <p className="text-sm text-muted">It has no quote.</p>;
  return (
    <ol aria-label="Quotes" className="flex flex-col gap-2">
      {assessment.citations.map((citation, index) => (
        <li key={`${citation.chunkId} ${citation.text}`}>
          <Quote assessment={assessment} citation={citation} index={index} portal={portal} />
        </li>
      ))}
    </ol>
  );
}

interface QuoteProps {
  assessment: Assessment;
  citation: Citation;
  index: number;
  portal: string | null | undefined;
}

function Quote({ assessment: { runId, requirementId }, citation, index, portal }: QuoteProps) {
  const { documentId, text, pageNumber } = citation;
  const look = "block rounded-lg border border-line bg-surface px-3 py-2 text-sm";
  const content = (
    <>
      <q dir="auto" className="line-clamp-5 break-words">
        {readableQuote(text)}
      </q>
      <span className="mt-1.5 flex items-center gap-1.5 text-xs text-muted">
        <FileText size={12} aria-hidden className="shrink-0" />
        <DocumentName runId={runId} documentId={documentId} />
        {pageNumber !== null && <span className="whitespace-nowrap">page {pageNumber}</span>}
      </span>
    </>
  );
  if (!portal) return <div className={look}>{content}</div>;
  const place = { run: runId, requirement: requirementId, document: documentId, citation: String(index) };
  return (
    <a href={portalHref(portal, place)} className={`${look} hover:border-accent`}>
      {content}
    </a>
  );
}

function DocumentName({ runId, documentId }: { runId: string; documentId: string }) {
  const { data } = useTenantQuery({
    key: ["run", runId, "document-name", documentId],
    load: ({ assay }, { signal }) => findName(assay, runId, documentId, signal),
    staleTime: 60_000,
  });
  return <bdi className="min-w-0 truncate">{data ?? "a document"}</bdi>;
}

async function findName({ runs, documents }: Clients["assay"], runId: string, documentId: string, signal: AbortSignal) {
  const [fixed] = (await runs.documents(runId, { documentId, signal })).documents;
  if (fixed) return fixed.originalFilename;
  try {
    return (await documents.get(documentId, { signal })).originalFilename;
  } catch (error) {
    if (error instanceof AssayApiError && error.code === "NOT_FOUND") return "a document that was deleted";
    throw error;
  }
}
