// Functions over text for the test of the test of linear time: one of them reads the rest of the text for each letter.
export const textFunctions: ReadonlyMap<string, (text: string) => unknown> = new Map<
  string,
  (text: string) => unknown
>([
  ['once', (text) => text.replaceAll('<', '&lt;').split(' ')],
  [
    'from each letter',
    (text) => Array.from(text).filter((mark, at) => mark === '<' && !text.includes('>>', at)),
  ],
  // As little quadratic as a search can be: V8 finds a letter among thousands in a fraction of a microsecond
  [
    'from each comment',
    (text) => Array.from(text.matchAll(/<!--/g)).filter(({ index }) => !text.includes('-->', index)),
  ],
])
