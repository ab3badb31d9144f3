// Pages of PHP files that are known without running them, and those that are not.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { staticPage } from '../../../src/site/static-php.ts'
import { patternsOf } from '../../../src/site/theme-texts.ts'

const functions = new Map([
  ['upper', { value: ([text = '']: readonly string[]) => text.toUpperCase(), writes: false }],
  ['say', { value: ([text = '']: readonly string[]) => text, writes: true }],
  ['secret', { value: () => null, writes: true }],
])

const known: readonly (readonly [source: string, page: string])[] = [
  ['', ''],
  ['<p>plain</p>', '<p>plain</p>'],
  ['<?php\n/**\n * Title: A\n */\n?>\n<p>a</p>\n', '<p>a</p>\n'],
  ['a<?php say("b\\n"); ?>\nc', 'ab\nc'],
  ["a <?php echo upper( 'b' . 'c' ) . 1; ?> d", 'a BC1 d'],
  ["<?= upper(upper('x'), ) ?>\r\n!", 'X!'],
  ["<?php say('a'); say('b') // c ?>d", 'abd'],
  ["<?php say('é“')", 'é“'],
]
const unknown: readonly string[] = [
  '<?php if (1) : ?>a<?php endif; ?>',
  '<?php echo $name; ?>',
  '<?php echo "a $name"; ?>',
  '<?php other(); ?>',
  '<?php upper("a"); ?>',
  '<?php secret(); ?>',
  '<?php echo upper("a" ?>',
  '<?php echo upper("a" "b"); ?>',
  '<?php echo CONSTANT; ?>',
  `<?php echo ${'upper('.repeat(1000)}"a"${')'.repeat(1000)}; ?>`,
]

describe('a PHP file that is not run', () => {
  for (const [source, page] of known)
    it(`is known: ${JSON.stringify(source)}`, () => assert.equal(staticPage(source, functions), page))
  for (const source of unknown)
    it(`is unknown: ${source.slice(0, 60)}`, () => assert.equal(staticPage(source, functions), null))
})

const site = {
  home: 'http://site.test',
  themeUrl: 'http://site.test/wp-content/themes/ours',
  parentUrl: 'http://site.test/wp-content/themes/parent',
  isEnglish: true,
}
const patternOf = (body: string, isEnglish = true) => {
  const text = `<?php\n/**\n * Title: One\n * Slug: ours/one\n */\n?>\n${body}`
  return patternsOf([{ name: 'one', text }], { ...site, isEnglish }).get('ours/one')
}
const written: readonly (readonly [body: string, text: string | undefined])[] = [
  ["<?php esc_html_e( 'It\\'s <b>', 'ours' ); ?>", 'It&#039;s &lt;b&gt;'],
  ["<?php echo esc_attr_x( 'Word', 'noun', 'ours' ); ?>", 'Word'],
  [
    '<?php echo esc_url( get_template_directory_uri() ); ?>/a.webp',
    'http://site.test/wp-content/themes/parent/a.webp',
  ],
  ["<?php echo get_theme_file_uri( '/b.webp' ); ?>", 'http://site.test/wp-content/themes/ours/b.webp'],
  ["<?php echo home_url( '/' ); ?>", 'http://site.test/'],
  ["<?php printf( 'By %2$s, %1$d %%', 5, 'us' ); ?>", 'By us, 5 %'],
  ["<?php printf( '%05d', 5 ); ?>", undefined],
  ["<?php printf( '%s' ); ?>", undefined],
  ["<?php echo wp_kses_post( 'a<br><em>b</em>' ); ?>", 'a<br><em>b</em>'],
  ["<?php echo wp_kses_post( '<script>' ); ?>", undefined],
]

describe('a pattern of the theme', () => {
  for (const [body, text] of written)
    it(`is known as far as ${body}`, () => assert.equal(patternOf(body), text))
  it('is unknown where its words are translated', () => {
    assert.equal(patternOf("<?php _e( 'Word', 'ours' ); ?>", false), undefined)
    assert.equal(patternOf('word', false), 'word')
  })
  it('has a title and a slug', () => {
    const patterns = patternsOf([{ name: 'a', text: '<?php /* Slug: ours/a */ ?>a' }], site)
    assert.equal(patterns.size, 0)
  })
})
