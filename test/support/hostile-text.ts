// Texts that make careless patterns and searches slow: pieces of markup that nothing closes, repeated and nested.
import fc from 'fast-check'

/** A text by how it is made, so that it can be made in any size. */
export interface Recipe {
  readonly before: string
  /** `repeated`: abab…; `nested`: aa…bb…. */
  readonly shape: 'repeated' | 'nested'
  readonly pieces: readonly string[]
  readonly after: string
}

const markup = [
  '<',
  '>',
  '</',
  '<"',
  "<'",
  "<3 it's ",
  '<a ',
  '<a href="',
  ' data-wp-bind--hidden="!state.isActiveTab"',
  "<a title='",
  '<a b=c ',
  '<a>',
  '</a>',
  '<p>',
  '</p>',
  '<p><li',
  '<p>a</div>',
  '<b><i>',
  '<br>',
  '<br />\n',
  '<img ',
  '<img src=x>',
  '<option',
  '<source',
  '<script',
  '<script>',
  '</script',
  '<style><script>',
  '<svg><style>',
  '<code>',
  '<pre>',
  '</pre>',
  '<!--',
  '<!-- ',
  '<!--more-->',
  '-->',
  '<?',
  '<!',
]

const blocks = [
  '<!-- wp:',
  '<!-- wp:a ',
  '<!-- wp:a -->',
  '<!-- wp:a {"b":',
  '<!-- wp:a {"b":{} /-->',
  '<!-- wp:group --><div>',
  '<!-- wp:gallery --><img ',
  '<!-- wp:image --><img src=x>',
  '<!-- wp:button --><a class="wp-block-button__link"',
  '<!-- /wp:a',
  '<!-- /wp:a -->',
]

const shortcodes = [
  '[',
  ']',
  '[[',
  '[/',
  '[caption',
  '[caption ',
  '[caption <',
  '[caption]',
  '[caption]<img ',
  '[/caption]',
  '<p>[caption ',
  '<p>[caption]',
  '<p>[caption]x</p>',
  '[gallery a="',
  '[gallery ids="1,"]',
  '[audio=',
  '[embed]',
]

const text = [
  'x',
  'x ',
  '1x',
  'a.',
  ' ',
  '\n',
  '\r',
  '\n ',
  '\n\n',
  'a\n',
  '\t\n<div>',
  '&',
  '&a',
  '&#',
  '&#1',
  '&nbsp;',
  '"',
  "'",
  '"1',
  '1"',
  '\'"',
  '-',
  ' - ',
  '.',
  ':) ',
  ':',
  'http://',
  'http://a)',
  'http://a\n',
  '<p>http://a</p>',
  'www.',
  'a@',
  'a@b.',
  '@',
  'Wordpress ',
  'wp-image-1 ',
  '%',
  '%2',
  '%e3',
  '\\',
  '\0',
  'İ',
  '😀',
  'a\u0301',
]

const separators = [
  '/v2/',
  '/wp/v2/',
  'embed',
  '=',
  '==',
  ',',
  ';',
  '|',
  '/',
  '//',
  '..',
  '?',
  '(',
  ')',
  '()',
  '{',
  '}',
  '`',
  '$',
  '${',
  '*',
]
const queries = ['a[]&', 'a[]=1&', 'a[b]&', 'a[b][]&', '[', '[]', 'a[', 'q=0;', 'x-y, ', '::ffff:1, ']
const php = [
  'a:1:{',
  'a:9:{i:0;',
  's:1:"a";',
  'i:1;',
  '/*',
  '/*!',
  '*/',
  '//\n',
  '<<<A\n',
  '<<<A\nB\n',
  '<?php ',
  '?>',
]
const php2 = ["define('A',", "define('A','x'.", "define('A',1);", '\\"', "\\'", '"$', 'A::', '->']

export const pieces: readonly string[] = [
  ...markup,
  ...blocks,
  ...shortcodes,
  ...text,
  ...separators,
  ...queries,
  ...php,
  ...php2,
]

/** Each piece by itself, and what is known to need something before or after it. */
export const recipes: readonly Recipe[] = [
  ...pieces.map((piece) => recipe({ pieces: [piece] })),
  ...['<!--', '\n', '<p', '<script>', 'x', 'a'].map((before) =>
    recipe({ before, pieces: [' '], after: 'x' }),
  ),
  recipe({ pieces: ['x '], after: '<!-- wp:' }),
  recipe({ before: '<p ', pieces: ['x '] }),
  recipe({ before: '<!-- wp:paragraph --><p>', pieces: ['<!-- wp:a '], after: '</p><!-- /wp:paragraph -->' }),
  recipe({ before: '<!-- wp:latest-posts /-->', pieces: ['<!-- wp:a '], after: '-->' }),
  recipe({ pieces: ['<script'], after: '>' }),
  // A search for a run of letters up to an end begins again at each of them
  ...['x', '-', '.', '_', '%', ':'].map((piece) => recipe({ pieces: [piece], after: '1' })),
  recipe({ pieces: ['1'], after: 'x' }),
  ...['x', '1'].map((piece) => recipe({ pieces: [piece], after: '/' })),
  recipe({ pieces: ['/'], after: 'x' }),
  recipe({ before: '.', pieces: ['1'], after: 'x' }),
  recipe({ before: '[caption ', pieces: ['a '], after: ']' }),
  recipe({ pieces: ['<!-- wp:a -->', '<!-- /wp:a -->'], shape: 'nested' }),
  recipe({ pieces: ['<b>', '</b>'], shape: 'nested' }),
  recipe({ pieces: ['[', ']'], shape: 'nested' }),
  recipe({ before: 'a:500000000:', pieces: ['{s:0:"";'] }),
]

/** Up to four pieces at random, with others before and after them. */
export const anyRecipe: fc.Arbitrary<Recipe> = fc.record({
  before: fc.constantFrom('', ...pieces),
  shape: fc.constantFrom('repeated', 'nested'),
  pieces: fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 4 }),
  after: fc.constantFrom('', ...pieces),
})

export function hostileText({ before, shape, pieces: parts, after }: Recipe, length: number): string {
  const times = (piece: string, share: number) => piece.repeat(Math.ceil(share / piece.length))
  const middle =
    shape === 'repeated'
      ? times(parts.join(''), length)
      : parts.map((part) => times(part, length / parts.length)).join('')
  return before + middle + after
}

function recipe(parts: Partial<Recipe>): Recipe {
  return { before: '', shape: 'repeated', pieces: [], after: '', ...parts }
}
