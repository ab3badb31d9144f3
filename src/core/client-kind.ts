// The kinds of clients that limits tell apart.

export type ClientKind = 'key' | 'account' | 'address'
