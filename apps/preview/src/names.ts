/** What belongs to a pull request, by one rule, so that closing finds what opening made. */
export function namesOf(pullRequest: number, domain: string) {
  const name = `assay-pr-${pullRequest}`;
  const scheme = /^(localhost|127\.0\.0\.1)(:|$)/.test(domain) ? "http" : "https";
  return {
    branch: `pr-${pullRequest}`,
    filePrefix: `pr-${pullRequest}`,
    schedule: `${name}-sweep`,
    apiApp: `${name}-api`,
    siteApp: `${name}-site`,
    apiUrl: `${scheme}://${name}-api.${domain}`,
    siteUrl: `${scheme}://${name}-site.${domain}`,
  };
}

/** The pull request that a branch or a schedule of that name belongs to; undefined for any other name. */
export function numberOf(name: string): number | undefined {
  const found = /^pr-(\d+)$/.exec(name) ?? /^assay-pr-(\d+)-sweep$/.exec(name);
  return found ? Number(found[1]) : undefined;
}
