import { queryOptions, useQuery } from "@tanstack/react-query";
import { siteConfig } from "./site-config.ts";

interface DeploymentState {
  readonly empty: boolean;
  /** Absent where the service is older than this page. */
  readonly maintenance?: { readonly since: string; readonly reason: string } | null;
}

const deploymentQuery = queryOptions({ queryKey: ["deployment"], queryFn: readDeployment });

/** What the service tells everybody of itself; undefined until it is known. */
export function useDeployment(options: { readonly refetchInterval?: number } = {}): DeploymentState | undefined {
  return useQuery({ ...deploymentQuery, ...options }).data;
}

async function readDeployment({ signal }: { signal: AbortSignal }): Promise<DeploymentState> {
  const { apiUrl } = await siteConfig();
  const response = await fetch(`${apiUrl}/.well-known/assay-deployment.json`, { signal });
  if (!response.ok) throw new Error(`Cannot read the state of the service: status ${response.status}`);
  return (await response.json()) as DeploymentState;
}
