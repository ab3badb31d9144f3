// A store of bytes that several gateways share. It may lose entries at any moment, and return bytes that another program wrote:
// each entry states itself what it is valid for.

export interface AnswerStore {
  /** Null where the store has no entry, `late` where it does not answer soon; a caller may be `patient`. */
  readonly find: (name: string, isPatient: boolean) => Promise<Buffer | null | 'late'>
  /** Claims a name for `forMs` at most, patiently; false where another caller has it. True where the store is away. */
  readonly claim: (name: string, forMs: number) => Promise<boolean>
  readonly release: (name: string) => void
  /** Keeps bytes for `lifeMs` at most, where there is room. It never rejects: bytes that were not kept are not found later. */
  readonly keep: (name: string, bytes: Uint8Array, lifeMs: number) => Promise<void>
  readonly stop: () => void
}
