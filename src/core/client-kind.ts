// The kinds of clients that rate limits distinguish.

export type ClientKind = 'key' | 'account' | 'address'
