// The name that was probably meant by a misspelt one, for error messages.

/** The name with the least edits; undefined where that would be another word, or more than `editsMax` edits away. */
export function nearest(given: string, names: readonly string[], editsMax = Infinity): string | undefined {
  const key = plainly(given)
  const most = Math.min(editsMax, Math.max(1, Math.floor(key.length / 4)))
  const [best] = names
    .map((name) => ({ name, distance: distanceOf(key, plainly(name), most) }))
    .filter(({ distance }) => distance <= most)
    .toSorted((one, other) => one.distance - other.distance)
  return best?.name
}

/** However its words are joined: `port`, `admin-port`, `adminPort`, `ADMIN_PORT`. */
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
    // Later edits only add to the least of two rows
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
