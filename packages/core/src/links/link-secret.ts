/** Begins a session's token, so that it is told from an API key and from what an identity issues. */
export const LINK_TOKEN_START = "assay_link_";
