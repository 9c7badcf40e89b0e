import type { Link, LinkCapability, LinkState } from "@assay/client";
import { formatDateTime, formatWhen } from "@assay/site/format";
import { Badge, Button, type Tone } from "@assay/ui";

const STATES: Readonly<Record<LinkState, { label: string; tone: Tone }>> = {
  UNUSED: { label: "Not opened", tone: "neutral" },
  IN_USE: { label: "Open", tone: "complete" },
  EXPIRED: { label: "Expired", tone: "neutral" },
  REVOKED: { label: "Revoked", tone: "neutral" },
};
const ALLOWED: Readonly<Record<LinkCapability, string>> = {
  READ: "may read",
  COMMENT: "comment",
  REQUEST: "ask for evidence",
};

interface LinkRowProps {
  link: Link;
  onAct: (act: "reissue" | "revoke") => void;
}

/** One link: for whom, what it allows, how it is used, and its end. */
export function LinkRow({ link, onAct }: LinkRowProps) {
  const { label, tone } = STATES[link.state];
  const isInForce = link.state === "UNUSED" || link.state === "IN_USE";
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 text-sm">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-x-2">
          <bdi className="min-w-0 font-medium break-words">{link.label}</bdi>
          <Badge tone={tone} label={label} />
        </p>
        <p className="text-xs break-words text-muted">{factsOf(link).join(" · ")}</p>
      </div>
      {isInForce && (
        <div className="flex gap-2">
          <Button look="quiet" onClick={() => onAct("reissue")} aria-label={`Issue the link for ${link.label} again`}>
            Issue again
          </Button>
          <Button look="quiet" onClick={() => onAct("revoke")} aria-label={`Revoke the link for ${link.label}`}>
            Revoke
          </Button>
        </div>
      )}
    </li>
  );
}

function factsOf({ capabilities, state, expiresAt, revokedAt, lastUsedAt, createdBy, createdByName }: Link): string[] {
  const ended = state === "REVOKED" && revokedAt ? `revoked ${formatWhen(revokedAt)}` : undefined;
  return [
    capabilities.map((each) => ALLOWED[each] ?? each).join(", "),
    ended ?? `until ${formatDateTime(expiresAt)}`,
    lastUsedAt ? `last used ${formatWhen(lastUsedAt)}` : "never used",
    `made by ${createdByName ?? createdBy}`,
  ];
}
