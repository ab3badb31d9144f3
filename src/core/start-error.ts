// What keeps the gateway from starting.

/** Why the gateway does not start, in a sentence for its owner. */
export class StartError extends Error {}
