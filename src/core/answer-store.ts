// A store of bytes that several gateways share. It may lose what it has at any moment, and give what someone else has put there:
// what is kept says itself what it is good for.

export interface AnswerStore {
  /** Null where there is nothing, `late` where the store does not answer soon; a caller may be `patient`. */
  readonly find: (name: string, isPatient: boolean) => Promise<Buffer | null | 'late'>
  /** Claims a name, for so long at most; false where another caller has it. True where the store is away. Is patient. */
  readonly claim: (name: string, forMs: number) => Promise<boolean>
  readonly release: (name: string) => void
  /** Keeps bytes for so long at most, where there is room. Rejects with nothing: what is not kept is not found. */
  readonly keep: (name: string, bytes: Uint8Array, lifeMs: number) => Promise<void>
  readonly stop: () => void
}
