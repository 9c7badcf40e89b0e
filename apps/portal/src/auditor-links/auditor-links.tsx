import type { IssuedLink, Link, Run } from "@assay/client";
import { ErrorPanel } from "@assay/site/error-panel";
import { Part } from "@assay/site/part";
import { useMay } from "@assay/site/use-session";
import { Button, Skeleton } from "@assay/ui";
import { useQuery } from "@tanstack/react-query";
import { Link2 } from "lucide-react";
import { useState } from "react";
import { CreateLinkDialog } from "./create-link-dialog.tsx";
import { EndLinkDialog } from "./end-link-dialog.tsx";
import { LinkRow } from "./link-row.tsx";
import { endProposal, type ProposedLink, readProposal } from "./proposed-link.ts";
import { linksQuery } from "./queries.ts";
import { ReissueLinkDialog } from "./reissue-link-dialog.tsx";
import { ShownLink } from "./shown-link.tsx";

type Shown =
  | { readonly act: "create"; readonly proposed?: ProposedLink | undefined }
  | { readonly act: "reissue" | "revoke"; readonly link: Link }
  | { readonly act: "show"; readonly issued: IssuedLink };

/** Who without an account may see the run, for administrators. */
export function AuditorLinks({ run }: { run: Run }) {
  return useMay("ADMIN") ? <Links run={run} /> : null;
}

function Links({ run }: { run: Run }) {
  const links = useQuery(linksQuery(run.id));
  const [shown, setShown] = useState<Shown | undefined>(() => {
    const proposed = readProposal();
    return proposed && { act: "create", proposed };
  });
  const close = () => {
    endProposal();
    setShown(undefined);
  };
  const onIssued = (issued: IssuedLink) => {
    endProposal();
    setShown({ act: "show", issued });
  };
  return (
    <Part title="Auditors' links">
      {links.isPending ? (
        <Skeleton className="h-10" />
      ) : !links.data ? (
        <ErrorPanel title="The links cannot be shown" error={links.error} onRetry={() => void links.refetch()} />
      ) : links.data.length === 0 ? (
        <p className="text-sm text-muted">A link shows this run, and nothing else, to somebody without an account.</p>
      ) : (
        <ul aria-label="Auditors' links" className="divide-y divide-line rounded-lg border border-line">
          {links.data.map((link) => (
            <LinkRow key={link.id} link={link} onAct={(act) => setShown({ act, link })} />
          ))}
        </ul>
      )}
      <Button className="self-start" icon={<Link2 size={14} aria-hidden />} onClick={() => setShown({ act: "create" })}>
        New link
      </Button>
      {shown && <ShownAct run={run} shown={shown} onIssued={onIssued} onClose={close} />}
    </Part>
  );
}

interface ShownActProps {
  run: Run;
  shown: Shown;
  onIssued: (issued: IssuedLink) => void;
  onClose: () => void;
}

function ShownAct({ run, shown, onIssued, onClose }: ShownActProps) {
  const props = { runId: run.id, onClose };
  switch (shown.act) {
    case "create":
      return <CreateLinkDialog {...props} proposed={shown.proposed} onIssued={onIssued} />;
    case "reissue":
      return <ReissueLinkDialog {...props} link={shown.link} onIssued={onIssued} />;
    case "revoke":
      return <EndLinkDialog {...props} link={shown.link} />;
    case "show":
      return <ShownLink issued={shown.issued} onClose={onClose} />;
    default:
      return shown satisfies never;
  }
}
