// Finds the name that a misspelt one probably meant, for error messages.

/** Finds the name with the fewest edits; undefined where so many edits make another word, or exceed `editsMax`. */
export function nearestAmong(
  names: readonly string[],
): (given: string, editsMax?: number) => string | undefined {
  const known = names.map((name) => ({ name, key: plainly(name), letters: lettersOf(plainly(name)) }))
  return (given, editsMax = Infinity) => {
    const wanted = plainly(given)
    const letters = lettersOf(wanted)
    const most = Math.min(editsMax, Math.max(1, Math.floor(wanted.length / 4)))
    const [best] = known
      .filter((each) => lack(letters, each.letters) <= most && lack(each.letters, letters) <= most)
      .map(({ name, key }) => ({ name, distance: distanceOf(wanted, key, most) }))
      .filter(({ distance }) => distance <= most)
      .toSorted((one, other) => one.distance - other.distance)
    return best?.name
  }
}

/** Looks up one name. */
export function nearest(given: string, names: readonly string[]): string | undefined {
  return nearestAmong(names)(given)
}

/** A set of characters as 32 bits, some of which stand for several characters. */
function lettersOf(key: string): number {
  let letters = 0
  for (let at = 0; at < key.length; at += 1) letters |= 1 << (key.charCodeAt(at) & 31)
  return letters
}

/** The number of characters in one set that the other lacks: each takes an edit. */
function lack(one: number, other: number): number {
  let count = 0
  for (let rest = one & ~other; rest !== 0; rest &= rest - 1) count += 1
  return count
}

/** Normalizes how words are joined: `port`, `admin-port`, `adminPort`, `ADMIN_PORT`. */
function plainly(name: string): string {
  return name.toLowerCase().replace(/[-_]/g, '').slice(0, 100)
}

/** The edit distance: insertions, deletions, changes, and swaps of neighbours. Infinity where it is more than `most`. */
function distanceOf(one: string, other: string, most: number): number {
  // Each edit makes a name longer or shorter by at most one letter
  if (Math.abs(one.length - other.length) > most) return Infinity
  let before: readonly number[] = []
  let row: readonly number[] = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let line = 1; line <= one.length; line += 1) {
    // Further edits only add to the minimum of two rows
    if (Math.min(...row, ...before) > most) return Infinity
    const next = [line]
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[line - 1] === other[column - 1]
      const isExchanged = one[line - 1] === other[column - 2] && one[line - 2] === other[column - 1]
      next.push(
        Math.min(
          (next[column - 1] ?? 0) + 1,
          (row[column] ?? 0) + 1,
          (row[column - 1] ?? 0) + (isSame ? 0 : 1),
          isExchanged ? (before[column - 2] ?? 0) + 1 : Infinity,
        ),
      )
    }
    ;[before, row] = [row, next]
  }
  return row[other.length] ?? 0
}
