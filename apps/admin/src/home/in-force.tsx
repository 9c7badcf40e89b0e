import type { Overview } from "@assay/client/admin";
import { formatCount, formatDateTime } from "@assay/site/format";
import { Link } from "@assay/site/link";
import { useMay } from "@assay/site/use-session";
import { Fact, Facts } from "@assay/ui";
import { Section } from "../app/section.tsx";
import { hrefTo } from "../app/tenant.ts";
import { ChainCheck } from "./chain-check.tsx";

const LINK = "text-accent underline-offset-2 hover:underline";

/** What a run started now would pin, and how far the audit chain is signed. */
export function InForce({ overview: { retrievalVersion, packs, audit } }: { overview: Overview }) {
  const maySeeAll = useMay("SUPER_ADMIN");
  return (
    <Section title="Active">
      <Facts className="rounded-lg border border-line px-4 py-1.5">
        <Fact term="Engine">
          {retrievalVersion ? (
            <>
              {maySeeAll ? (
                <Link href={hrefTo("/engine")} className={LINK}>
                  {retrievalVersion.assessorModel}
                </Link>
              ) : (
                retrievalVersion.assessorModel
              )}
              <p className="text-xs text-muted">
                Embeds with {retrievalVersion.embedderModel}; since {formatDateTime(retrievalVersion.activatedAt)}
              </p>
            </>
          ) : (
            "None yet"
          )}
        </Fact>
        {packs.map(({ packId, name, criteriaVersionId, version, newestVersion, guidance }) => (
          <Fact key={packId} term={name}>
            <Link href={hrefTo(`/packs/${packId}/versions/${criteriaVersionId}`)} className={LINK}>
              Version {version}
            </Link>
            {newestVersion > version && ` of ${newestVersion}`}
            <p className="text-xs text-muted">
              {guidance && guidance.ingestionCount > 0
                ? `Guidance: ${formatCount(guidance.ingestionCount, "source")}, since ${formatDateTime(guidance.activatedAt)}`
                : "No guidance"}
            </p>
          </Fact>
        ))}
        {packs.length === 0 && <Fact term="Packs">None is bound</Fact>}
        <Fact term="Audit chain">
          <ChainCheck audit={audit} />
        </Fact>
      </Facts>
    </Section>
  );
}
