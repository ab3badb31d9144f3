// Which keys were asked for before, of late: a full cache lets in what is asked for again, so that visitors who ask for
// everything once leave it as it is. Two generations of hashes of keys, so that what it takes is bounded.

/** Keys of a generation: at most twice as many are remembered. */
const generationMax = 16_384

/** Says of a key whether it is known, and knows it from then on. */
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

/** FNV-1a, 32 bits: two keys of one hash let one in early, which does no harm. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
