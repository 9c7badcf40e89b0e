// Also for runtimes without files, which ask a server for the same model: a test holds these to the cards.

/** The entailment model that comes with the service. */
export const SHIPPED_ENTAILMENT = {
  model: "entailment-1",
  sha256: "ebd32af9b65a897346dddcdbbf5b02d45f43bb82bd136b512fed45006fe770f9",
} as const;

/** The embedder that comes with the service. */
export const SHIPPED_EMBEDDER = "embedder-1";
