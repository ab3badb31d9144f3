// Reads tables of sentences: each line has names and, behind a colon, the sentence that they share.

export type Sentences = ReadonlyMap<string, string>

export function sentencesIn(text: string): Sentences {
  return new Map(
    text.split('\n').flatMap((line) => {
      const end = line.indexOf(': ')
      const names = end < 0 ? [] : line.slice(0, end).split(' ')
      return names.map((name): readonly [string, string] => [name, line.slice(end + 2)])
    }),
  )
}
