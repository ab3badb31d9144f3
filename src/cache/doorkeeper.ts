// Remembers which keys were requested lately (the doorkeeper of TinyLFU, Einziger et al. 2017): a full cache admits a
// key only at its second request, so that a crawler does not evict everything. Two generations of key hashes bound
// its memory.

/** The keys of a generation; at most twice as many are remembered. */
const generationMax = 16_384

/** Returns whether the key was requested before, and remembers it. */
export function createDoorkeeper(): (key: string) => boolean {
  let young = new Set<number>()
  let old: ReadonlySet<number> = new Set<number>()
  return (key) => {
    const hash = hashOf(key)
    if (young.has(hash)) return true
    const isKnown = old.has(hash)
    young.add(hash)
    if (young.size >= generationMax) [old, young] = [young, new Set()]
    return isKnown
  }
}

/** FNV-1a, 32 bits: two keys with one hash admit one of them early, which does no harm. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
