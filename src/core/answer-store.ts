// A store of bytes that several gateways share. It may lose what it has at any moment, and give what someone else has put there:
// what is kept says itself what it is good for.

export interface AnswerStore {
  /** Null where there is nothing, or the store does not answer within some milliseconds. */
  readonly find: (name: string) => Promise<Buffer | null>
  /** Keeps bytes for so long at most, where there is room. */
  readonly keep: (name: string, bytes: Uint8Array, lifeMs: number) => void
  readonly stop: () => void
}
