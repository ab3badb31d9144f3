// Texts of 200 kB that make careless patterns and searches quadratic; `soon` tells linear from quadratic: some tens of
// milliseconds from minutes. It measures nothing else.
import assert from 'node:assert/strict'

const pieces = [
  '<',
  '>',
  '<!--',
  '<!-- ',
  '<!-- wp:',
  '<!-- wp:a -->',
  '<!-- /wp:a',
  '<a ',
  '<p>',
  '<script>',
  '<script',
  '</script',
  '<style><script>',
  ' ',
  '\n',
  '\r',
  '\n ',
  '\n\n',
  '<br />\n',
  'a\n',
  '\t\n<div>',
  '-->',
  '[',
  'x',
  'x ',
  '&',
  '"',
  "'",
  '"1',
  '1"',
  '-',
  '.',
  '1x',
  '&a',
  '[caption ',
  '[caption <',
  '[caption]',
  '<p>[caption]x</p>',
  '[gallery a="',
  '<code>',
  '<pre>',
  '</pre>',
  '<b><i>',
  '</b>',
  '<p><li',
  '<p>a</div>',
  '<br>',
  '<option',
  '<source',
  '<svg><style>',
  ':) ',
  'http://',
  'http://a)',
  'a@',
  'a@b.',
  'www.',
  'Wordpress ',
  '<a title="',
]

const fill = (piece: string): string => piece.repeat(Math.ceil(200_000 / piece.length))

export const hostile: readonly (readonly [what: string, text: string])[] = [
  ...pieces.map((piece) => [`200 kB of ${JSON.stringify(piece)}`, fill(piece)] as const),
  ...['<!--', '\n', '<p', '<script>', 'x'].map(
    (piece) => [`${JSON.stringify(piece)} and 200 kB of blanks`, `${piece}${fill(' ')}x`] as const,
  ),
  ['an opening at the end of 200 kB', `${fill('x ')}<!-- wp:`],
  ['200 kB of words in an open tag', `<p ${fill('x ')}`],
]

export function soon(work: () => unknown): void {
  const before = performance.now()
  work()
  const ms = performance.now() - before
  assert.ok(ms < 20_000, `it took ${ms} ms`)
}
