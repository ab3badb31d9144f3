// The words of WordPress: every one that renderers write goes through the table of those that can be translated.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { builtInBlocks } from '../../../src/render/built-in-blocks.ts'
import { renderContent } from '../../../src/render/content.ts'
import type { RenderContext } from '../../../src/render/context.ts'
import { dateNamesFrom } from '../../../src/render/date-names.ts'
import { firstWords } from '../../../src/render/first-words.ts'
import { grouped } from '../../../src/render/grouped-number.ts'
import { known, plurals } from '../../../src/render/known-words.ts'
import { counted, said, saidAs, wordsFrom, type Words } from '../../../src/render/words.ts'
import { renderContextOf, shownPost } from '../../support/render-context.ts'

const header = 'nplurals=2; plural=(n != 1);'
const values = /%(?:\d\$)?[sd]/g
/** A language whose words have no letters: what is put into them stands between two marks. */
const silent = wordsFrom((about, text) => {
  const form = `‹${(text.match(values) ?? []).join(' ')}›`
  if (text === 'words') return ['words']
  return about === 'daily archives date format' || about === 'comment_excerpt_length' ? ['2'] : [form, form]
}, header)

const german = (texts: Readonly<Record<string, readonly string[]>>, rule = header): { words: Words } => ({
  words: wordsFrom((about, text) => texts[about === '' ? text : `${about}: ${text}`] ?? [], rule),
})

describe('words', () => {
  it('are those of the language, with values at their places, and English where it has none', () => {
    const words = german({
      Archives: ['Archive'],
      'verb: Reply': ['Antworten'],
      'Displaying %1$s – %2$s of %3$s': ['Von %3$s: %1$s bis %2$s'],
      'Select %s': ['%s wählen'],
    })
    assert.equal(said(words, 'Archives'), 'Archive')
    assert.equal(said(words, 'Search'), 'Search')
    assert.equal(saidAs(words, 'verb', 'Reply'), 'Antworten')
    assert.equal(saidAs(words, 'noun', 'Comment'), 'Comment')
    assert.equal(said(words, 'Displaying %1$s – %2$s of %3$s', 1, 2, 3), 'Von 3: 1 bis 2')
    assert.equal(said({}, 'Displaying %1$s – %2$s of %3$s', 1, 2, 3), 'Displaying 1 – 2 of 3')
    assert.equal(said(words, 'Select %s', '%s $& <b>'), '%s $& <b> wählen')
  })
  it('have the form of the language for a number', () => {
    const rule = 'nplurals=3; plural=(n==1 ? 0 : n<5 ? 1 : 2);'
    const forms = { '%s day': ['%s dzień', '%s dni', '%s dniów'] }
    const days = (context: { readonly words?: Words }) => [1, 2, 5].map((n) => counted(context, '%s day', n))
    assert.deepEqual(days(german(forms, rule)), ['1 dzień', '2 dni', '5 dniów'])
    assert.deepEqual(days({}), ['1 day', '2 days', '5 days'])
    // As WordPress does where a form is missing, and where it does not understand the rule
    assert.deepEqual(days(german({ '%s day': ['%s dzień', '%s dni'] }, rule)), ['1 dzień', '2 dni', '5 days'])
    assert.deepEqual(days(german(forms, 'nplurals=3; plural=system(n);')), ['1 day', '2 days', '5 days'])
  })
  it('are no longer than 2,000 letters, with ten values at most', () => {
    assert.equal(said(german({ Archives: ['a'.repeat(2000)] }), 'Archives').length, 2000)
    assert.equal(said(german({ Archives: ['a'.repeat(2001)] }), 'Archives'), 'Archives')
    assert.equal(said(german({ 'Select %s': ['%1$s'.repeat(500)] }), 'Select %s', 'a'), 'a'.repeat(10))
  })
  it('set thousands apart as the language does', () => {
    const shown = (sign: string) => grouped(1_234_567, german({ number_format_thousands_sep: [sign] }))
    assert.deepEqual([' ', '.', '$&', ''].map(shown), [
      '1&nbsp;234&nbsp;567',
      '1.234.567',
      '1$&234$&567',
      '1,234,567',
    ])
    assert.deepEqual(
      [999, 1000].map((number) => grouped(number, {})),
      ['999', '1,000'],
    )
  })
  it('say whether an excerpt has so many words or letters', () => {
    const letters = german({ 'Word count type. Do not translate!: words': ['characters_including_spaces'] })
    const text = ' 吾輩は\n 猫𠮟 ab'
    assert.deepEqual(
      [3, 5, 9, -1].map((max) => firstWords(text, max, letters)),
      ['吾輩は [&hellip;]', '吾輩は 猫 [&hellip;]', '吾輩は 猫𠮟 ab', ' [&hellip;]'],
    )
    assert.equal(firstWords('a b c', 2, {}), 'a b [&hellip;]')
  })
  it('are the same texts in English, whose values are put in where WordPress puts them', () => {
    const english = wordsFrom(() => [], '')
    for (const [about, texts] of Object.entries(known))
      for (const text of texts) {
        const own = english.patterns[about]?.[text]
        assert.deepEqual(own?.filter((part) => typeof part === 'string').join(''), text.replace(values, ''))
      }
    for (const [one, many] of Object.entries(plurals))
      assert.equal(one.match(values)?.join(' '), many.match(values)?.join(' '), one)
  })
})

/** Text that looks like words of a language: in a literal of its own, between tags, or in an attribute that readers hear. */
const looks = [
  /^(?:[A-Z][a-z]+|\([a-z][^)]*\))(?:[ .,…:][^<>{}=]*)?$/,
  />[^<>{}$\n]*[a-z]{3,}[^<>{}$\n]*</i,
  /(?<![-\w])(?:aria-label|data-label-\w+|alt|placeholder|title)=["'][a-z(]/i,
  / value="[A-Z]/,
]
const literals = /'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g
/** Words of the code, of a format, or of a place where English is meant. */
const exceptions: ReadonlySet<string> = new Set([
  ...Object.keys(known),
  '(tm)',
  'Horizontal',
  'Icon',
  'Twenty Twenty-Five',
  'Vertical',
  'Wordpress',
  'January February March April May June July August September October November December',
  'Sunday Monday Tuesday Wednesday Thursday Friday Saturday',
])

describe('renderers', () => {
  it('write no words past the table', () => {
    const table: ReadonlySet<string> = new Set([
      ...Object.values(known).flat(),
      ...Object.entries(plurals).flat(),
    ])
    const files = globSync(['src/render/*.ts', 'src/resources/rendering/*.ts']).filter(
      (file) => !/known-words|zone-name|social-services/.test(file),
    )
    const past = files.flatMap((file) => {
      const code = readFileSync(file, 'utf8').replace(/^\s*(?:\/\/|\/?\*).*$/gm, '')
      return [...code.matchAll(literals)].flatMap(([literal]) => {
        const text = literal.slice(1, -1)
        const written = text.replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '${}').replace(/&\w+;|\\[nt]/g, '')
        return table.has(text) || exceptions.has(text) || !looks.some((look) => look.test(written))
          ? []
          : [`${file}: ${text.slice(0, 80)}`]
      })
    })
    assert.deepEqual(past, [])
  })

  const post = shownPost({ title: '', markedTitle: '', commentCount: 2, hasOpenComments: () => true })
  const comment = {
    id: '5',
    author: '',
    authorUrl: '',
    ownUrl: '',
    parentId: '0',
    classes: [],
    avatarUrl: () => '',
    link: '',
    postTitle: '',
    created: post.created,
    content: '',
    depth: 1,
  }
  const term = {
    id: '3',
    name: '1',
    slug: '1',
    taxonomy: 'category',
    description: '',
    parentId: '0',
    link: '',
    count: 2,
    ancestors: () => [],
  }
  const rows: Partial<RenderContext> = {
    siteName: '',
    tagline: '',
    blocks: builtInBlocks,
    words: silent,
    dateNames: dateNamesFrom(() => '›'),
    post: () => post,
    discussion: () => [comment],
    periods: () => [{ year: 2024, month: 2, day: 3, count: 1 }],
    terms: () => [term],
    comments: () => [comment],
    totalOf: () => 50,
    pages: () => [],
  }
  const shown: Partial<RenderContext> = { ...rows, comment }
  const contexts: readonly Partial<RenderContext>[] = [
    rows,
    shown,
    { ...rows, periods: () => [], terms: () => [], comments: () => [] },
    { ...rows, isLocked: true },
    { ...shown, commentRules: { ...renderContextOf().commentRules, isForUsers: true } },
    { ...rows, embedded: () => '[{"id":"a","content":""}]' },
    { ...rows, post: () => ({ ...post, commentCount: 0 }) },
    { ...rows, post: () => ({ ...post, commentCount: 1 }) },
  ]
  const attributes: readonly Readonly<Record<string, unknown>>[] = [
    {},
    { displayAsDropdown: true, showLabel: true, type: 'yearly' },
    { displayAsDropdown: true, taxonomy: 'post_tag', showPostTitle: false },
    { displayLoginAsForm: true, displayMode: 'words', displayType: 'range-display', feedURL: 'x' },
    { buttonPosition: 'button-only', format: 'human-diff', showCommentsCount: false, hasIcon: false },
    { url: 'http://a.test', service: 'mail', displayMode: 'both', linkTarget: '_blank', isLink: true },
    { showLabel: false, displayAsRange: false, id: 1, length: '1:00', label: '1', smallestFontSize: 8 },
  ]
  const visible = (html: string) => {
    const spoken =
      /(?<![-\w])(?:aria-label|alt|placeholder|title|data-label-[\w-]+|data-replyto)=(?:"([^"]*)"|'([^']*)')/g
    const buttons = /type="submit"[^>]* value="([^"]*)"/g
    const heard = [...html.matchAll(spoken), ...html.matchAll(buttons)].map((found) =>
      found.slice(1).join(''),
    )
    const labels = [...html.matchAll(/"(?:aria)?[lL]abel\w*":"([^"]*)"/g)].map(([, label]) => label ?? '')
    const text = html.replace(/<(script|style|svg)[\s>].*?<\/\1>/gs, '').replace(/<[^<>]*>/g, ' ')
    return [text, ...heard, ...labels].join(' ').replace(/&[^;\s]*;|\\u[\da-f]{4}/g, '')
  }
  /** In WordPress, too; and the address that one of its texts has as a value. */
  const untranslated = /WP HTTP Error:|http:\S+/g
  it('have no English words in another language, whatever block it is', () => {
    const english = [...builtInBlocks.keys()].flatMap((name) =>
      contexts.flatMap((parts) =>
        attributes.flatMap((own) => {
          const html = renderContent(`<!-- wp:${name} ${JSON.stringify(own)} /-->`, renderContextOf(parts))
          return (
            visible(html)
              .replace(untranslated, '')
              .match(/[a-z]{3,}/gi) ?? []
          ).map((word) => `${name}: ${word}`)
        }),
      ),
    )
    assert.deepEqual([...new Set(english)], [])
  })
})
