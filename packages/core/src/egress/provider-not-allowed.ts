import { AssayError, type Provider } from "@assay/contract";

/** The tenant does not allow that its text goes to the provider: nothing was sent. */
export class ProviderNotAllowed extends AssayError {
  readonly provider: Provider;

  constructor(provider: Provider, what = "send the tenant's text") {
    super("INVALID_STATE", `Cannot ${what} because the tenant does not allow the provider '${provider}'`, {
      details: { provider },
    });
    this.provider = provider;
  }
}
