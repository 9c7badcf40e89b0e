/** A tenant's registration at its identity provider. */
export interface ProviderClient {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** One way of a person to the provider and back. */
export interface SignOnAttempt {
  /** Where the provider sends them back. */
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  /** Of PKCE. */
  readonly verifier: string;
  /** How old the person's authentication at the provider may be. */
  readonly maxAgeSeconds?: number | undefined;
}

/** Whom the provider vouches for. */
export interface SignedOn {
  readonly issuer: string;
  /** The person, whatever their e-mail is. */
  readonly subject: string;
  /** Lower case; undefined unless the provider says that it is the person's own. */
  readonly email: string | undefined;
  /** How, in the provider's own words: `acr` and `amr` of its ID token. */
  readonly methods: readonly string[];
  /** When the person authenticated at the provider; undefined where it does not say. */
  readonly authenticatedAt: Date | undefined;
}

/** What single sign-on asks of the world outside. */
export interface SignOn {
  /** Throws AssayError UNSAFE_URL by what the address alone tells. */
  checkIssuer(issuer: string): void;
  /** Why nobody could sign in at this provider now; undefined where they can. */
  findProblem(issuer: string): Promise<string | undefined>;
  /** The texts of a name's TXT records; empty where there is none, or the name cannot be looked up. */
  findTexts(name: string): Promise<readonly string[]>;
  /** The provider's address to send the person to. Throws SignOnError. */
  begin(client: ProviderClient, attempt: SignOnAttempt & { readonly email?: string | undefined }): Promise<string>;
  /** Whom the provider vouches for in its reply to this attempt, which came to `url`. Throws SignOnError. */
  finish(client: ProviderClient, attempt: SignOnAttempt, url: URL): Promise<SignedOn>;
}

/** Whose people sign in where, and who they are here. */
export interface SsoDirectory {
  /** The active provider of the tenant that has proved the domain. */
  findByDomain(domain: string): Promise<SsoProvider | undefined>;
  /** The provider by its id, if it is still active. */
  find(provider: { readonly tenantId: string; readonly id: string }): Promise<SsoProvider | undefined>;
  /** Whether by now, at this provider, one of these values proves a second factor. */
  isSecond(provider: { readonly tenantId: string; readonly id: string }, shown: readonly string[]): Promise<boolean>;
  /**
   * The member whom the provider vouches for, made at the first sign-in. `caller` is who is signed in already: the first
   * sign-in then joins their membership if its e-mail is the same. Throws SignOnError.
   */
  admit(provider: SsoProvider, person: SignedOn, caller: SsoCaller | undefined): Promise<Admitted>;
}

export interface SsoProvider extends ProviderClient {
  readonly id: string;
  readonly tenantId: string;
  /** Which of these words prove a second factor. */
  readonly secondFactors: readonly string[];
}

/** Somebody who is signed in and goes to the provider. */
export interface SsoCaller {
  readonly userId: string;
  /** Their sign-in is recent, with a password that nobody else has seen. */
  readonly mayJoin: boolean;
}

export interface Admitted {
  readonly userId: string;
  readonly email: string;
  /** Of the provider's `secondFactors`, those that it says the person proved. */
  readonly shown: readonly string[];
}
