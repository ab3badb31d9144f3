// Logins are checked with a user's account and the secrets that sign cookies and nonces.

export interface Account {
  readonly id: string
  readonly login: string
  readonly email: string
  readonly slug: string
  readonly displayName: string
  readonly passwordHash: string
  /** The first value stored under a key of usermeta. */
  readonly meta: (key: string) => string | null
}

/** WordPress's secrets, each a key and its salt. */
export interface Secrets {
  readonly loggedIn: string
  readonly nonce: string
}
