import { siteConfig } from "@assay/site/site-config";
import { useQuery } from "@tanstack/react-query";

/** Where the parts of the deployment are; undefined until it is known. */
export function useSiteConfig() {
  return useQuery({
    queryKey: ["site-config"],
    queryFn: () => siteConfig(),
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
}
