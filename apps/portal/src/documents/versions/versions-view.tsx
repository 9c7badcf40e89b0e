import type { DocumentVersion } from "@assay/client";
import { ErrorPanel } from "@assay/site/error-panel";
import { Link } from "@assay/site/link";
import { BASE, setSearch, useSearchParam } from "@assay/site/location";
import { EmptyState, SkeletonList } from "@assay/ui";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, FileDiff } from "lucide-react";
import { nameOf } from "../name-of.ts";
import { documentQuery } from "../queries.ts";
import { chooseVersions, listOnce, orderVersions } from "./choose-versions.ts";
import { ComparedTexts } from "./compared-texts.tsx";
import { versionsQuery } from "./queries.ts";
import { VersionChoice } from "./version-choice.tsx";

/** See which versions a document has had, and what two of them say otherwise. */
export default function VersionsView() {
  const documentId = useSearchParam("document");
  return (
    <section
      aria-label="Versions"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="h-full overflow-y-auto bg-surface outline-offset-[-2px]"
    >
      <div className="mx-auto flex max-w-6xl flex-col gap-4 px-4 py-4 lg:px-6">
        {documentId ? (
          <History key={documentId} documentId={documentId} />
        ) : (
          <>
            <h1 className="text-base font-semibold">Versions</h1>
            <EmptyState icon={<FileDiff size={22} aria-hidden />} title="Choose a document">
              <Link href={`${BASE}/documents`} className="text-accent underline">
                Open the documents
              </Link>{" "}
              and choose Versions in the menu of one.
            </EmptyState>
          </>
        )}
      </div>
    </section>
  );
}

function History({ documentId }: { documentId: string }) {
  const document = useQuery(documentQuery(documentId));
  const versions = useQuery(versionsQuery(documentId));
  const error = document.error ?? versions.error;
  return (
    <>
      <header className="flex min-w-0 items-center gap-2">
        <Link
          href={`${BASE}/documents?document=${documentId}`}
          aria-label="Back to the document"
          className="target inline-flex size-8 shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-text"
        >
          <ArrowLeft size={16} aria-hidden />
        </Link>
        <h1 className="min-w-0 truncate text-base font-semibold">
          Versions{document.data && " of "}
          {document.data && <bdi>{nameOf(document.data)}</bdi>}
        </h1>
      </header>
      {versions.data && document.data ? (
        <Compared documentId={documentId} versions={versions.data.items} />
      ) : error ? (
        <ErrorPanel
          title="The versions cannot be shown"
          error={error}
          onRetry={() => void Promise.all([document.refetch(), versions.refetch()])}
        />
      ) : (
        <SkeletonList label="Loading the versions" rows={9} />
      )}
    </>
  );
}

function Compared({ documentId, versions }: { documentId: string; versions: readonly DocumentVersion[] }) {
  const initial = chooseVersions(versions, documentId);
  const choices = listOnce(versions);
  const chosen = { from: useSearchParam("from") ?? initial.from, to: useSearchParam("to") ?? initial.to };
  const { from: fromId, to: toId } = orderVersions(choices, chosen);
  const from = useQuery({ ...documentQuery(fromId ?? ""), enabled: fromId !== undefined });
  const to = useQuery({ ...documentQuery(toId ?? ""), enabled: toId !== undefined });
  if (fromId === undefined || toId === undefined)
    return (
      <EmptyState icon={<FileDiff size={22} aria-hidden />} title="There is no other version">
        Choose New version in the menu of the document, or upload another file to its place: both are compared here.
      </EmptyState>
    );
  const choose = (sides: { from: string; to: string }) => setSearch(orderVersions(choices, sides));
  const failed = [from, to].find(({ error, data }) => error && !data);
  return (
    <>
      <div className="grid items-start gap-x-4 gap-y-3 rounded-lg border border-line p-4 sm:grid-cols-2">
        <VersionChoice
          label="Earlier version"
          chosenId={fromId}
          document={from.data}
          choices={choices}
          onChoose={(id) => choose({ from: id, to: toId })}
        />
        <VersionChoice
          label="Later version"
          chosenId={toId}
          document={to.data}
          choices={choices}
          onChoose={(id) => choose({ from: fromId, to: id })}
        />
      </div>
      {from.data && to.data ? (
        <ComparedTexts key={`${fromId} ${toId}`} from={from.data} to={to.data} />
      ) : failed ? (
        <ErrorPanel
          title="One of the versions cannot be shown"
          error={failed.error}
          onRetry={() => void failed.refetch()}
        />
      ) : (
        <SkeletonList label="Loading the versions" rows={9} />
      )}
    </>
  );
}
