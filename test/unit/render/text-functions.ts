// Every function of render/ that takes text, by its name, for linear.test.ts: the stages of the chains, the chains, what is
// read before them, and each built-in block and shortcode with the text as its attributes and as what it encloses.
import { bareAmpersands } from '../../../src/render/ampersand.ts'
import { balancedTags } from '../../../src/render/balanced-tags.ts'
import { withBindings } from '../../../src/render/bindings.ts'
import { withBlockClasses } from '../../../src/render/block-classes.ts'
import { firstPart } from '../../../src/render/first-part.ts'
import { blocksOfText } from '../../../src/render/block-list.ts'
import { parseBlocks, type Block, type BlockAttributes } from '../../../src/render/block-tree.ts'
import { blockValues, readBlocks } from '../../../src/render/block-values.ts'
import { renderBlocks } from '../../../src/render/blocks.ts'
import { builtInBlocks } from '../../../src/render/built-in-blocks.ts'
import { builtInShortcodes } from '../../../src/render/built-in-shortcodes.ts'
import { clickableLinks } from '../../../src/render/clickable-links.ts'
import { renderComment, renderContent, renderExcerpt, renderTitle } from '../../../src/render/content.ts'
import { dateNamesFrom } from '../../../src/render/date-names.ts'
import { embedKeysIn, withAddresses } from '../../../src/render/embeds.ts'
import { excerptBlocks } from '../../../src/render/excerpt-blocks.ts'
import { beginning, excerptSource, firstWords } from '../../../src/render/first-words.ts'
import { attributeOf, withAttributes, withDeclarations } from '../../../src/render/first-tag.ts'
import { hiddenBrackets } from '../../../src/render/hidden-brackets.ts'
import { fluidSize, withFluidSize } from '../../../src/render/fluid-size.ts'
import { twentyTwentyFive, type Theme } from '../../../src/render/theme.ts'
import { namedIds } from '../../../src/render/galleries.ts'
import {
  attributesIn,
  attributeText,
  attributeUrl,
  isBalanced,
  withClasses,
} from '../../../src/render/html-tag.ts'
import { imageIdsIn, withLoading } from '../../../src/render/image-tags.ts'
import { marksFrom } from '../../../src/render/marks.ts'
import { piecesOf } from '../../../src/render/markup.ts'
import { presetName } from '../../../src/render/preset-name.ts'
import { safeHtml } from '../../../src/render/safe-html.ts'
import { needsOfText } from '../../../src/render/needs.ts'
import { withContainers } from '../../../src/render/older-containers.ts'
import { paragraphs } from '../../../src/render/paragraphs.ts'
import { formatDate } from '../../../src/render/php-date.ts'
import { phpJson } from '../../../src/render/php-json.ts'
import { outOfTheWay, withoutBreaksInScripts } from '../../../src/render/set-aside.ts'
import { shortcodesWritten } from '../../../src/core/unrendered.ts'
import { shortcodesIn } from '../../../src/render/shortcode-parser.ts'
import { withEmbeds, withShortcodes } from '../../../src/render/shortcodes.ts'
import { smilies } from '../../../src/render/smilies.ts'
import { wordsIn } from '../../../src/render/time-to-read.ts'
import { spelling } from '../../../src/render/spelling.ts'
import { typography } from '../../../src/render/typography.ts'
import { unwrappedShortcodes } from '../../../src/render/unwrapped-shortcodes.ts'
import { writtenBlocks } from '../../../src/render/written-blocks.ts'
import { gull, pier } from '../../support/attachments.ts'
import type { TextFunctions } from '../../support/linear.ts'
import { renderContextOf, shownPost } from '../../support/render-context.ts'

type TextFunction = readonly [name: string, run: (text: string) => unknown]

const { growth } = twentyTwentyFive
const contextOf = () =>
  renderContextOf({
    shortcodes: builtInShortcodes,
    blocks: builtInBlocks,
    attachmentOf: () => gull,
    attachments: () => [pier, gull],
    embedded: () => '<p>x</p>',
    sharedText: () => '<p>x</p>',
    post: () => shownPost({ image: () => pier }),
  })

/** Its beginning and its end, a quarter of it: many attributes have the text. */
function endsOf(text: string): string {
  const part = Math.ceil(text.length / 8)
  return text.slice(0, part) + text.slice(-part)
}

/** Whichever attributes a renderer reads, each with the text. */
function blockAttributes(text: string): BlockAttributes {
  const others: BlockAttributes = {
    style: {
      background: { backgroundImage: { url: text }, backgroundSize: text },
      border: { color: text, width: text, radius: { topLeft: text } },
      color: { text, background: text, duotone: text },
      spacing: { blockGap: text, padding: text },
      typography: { fontSize: text, lineHeight: text },
      layout: { selfStretch: 'fill', flexSize: text },
    },
    layout: { type: 'flex', contentSize: text },
    id: 1,
  }
  return new Proxy(others, {
    get: (_, name) => (typeof name === 'string' ? (others[name] ?? text) : undefined),
  })
}

const enclosing = (html: string) => ({
  parent: null,
  parentAttributes: {},
  html,
  parts: [html],
  inner: () => html,
})

const blockFunctions: readonly TextFunction[] = [...builtInBlocks].flatMap(([name, block]) => [
  [
    `the attributes of ${name}`,
    (text) =>
      block({ ...enclosing('<p>x</p>'), name, attributes: blockAttributes(endsOf(text)) }, contextOf()),
  ],
  [
    `what ${name} encloses`,
    (text) =>
      block(
        { ...enclosing(text), name, attributes: { id: 1, minHeight: 5 }, parent: 'core/gallery' },
        contextOf(),
      ),
  ],
])

const shortcodeFunctions: readonly TextFunction[] = [...builtInShortcodes].flatMap(([name, shortcode]) => [
  [
    `the attributes of [${name}]`,
    (text) => {
      const names = 'align caption caption_id class columns exclude id ids link poster size src style width'
      return shortcode(new Map(names.split(' ').map((each) => [each, text])), null, contextOf())
    },
  ],
  [`what [${name}] encloses`, (text) => shortcode(new Map([['width', '5']]), text, contextOf())],
])

/** Around blocks, before and after its own tag. */
function groupAround(text: string, attributes: BlockAttributes): Block {
  const parts = [text, { name: 'core/x', attributes: {}, parts: [] }, text]
  return { name: 'core/group', attributes, parts }
}

/** Its text and its address are bound. */
function boundBlock(text: string): Block {
  const binding = { source: 'core/pattern-overrides' }
  const metadata = { name: text, bindings: { text: binding, url: binding } }
  return { name: 'core/button', attributes: { metadata }, parts: [text] }
}

/** A language whose marks hold plain ones, and are parts of each other. */
const marks = marksFrom((context) =>
  context.includes('opening') ? `"'` : context.includes('dash') ? '--' : `"`,
)
/** Declined months that hold what they are made of. */
const declined = dateNamesFrom((context, text) =>
  text === 'off' ? 'on' : context === 'genitive' ? ` ${text} ` : text,
)
const older: Theme = { ...twentyTwentyFive, hasJson: false, isBlockTheme: false }

const time = { local: '2024-01-05 10:00:00', offsetHours: 0, zone: 'UTC' }

export const textFunctions: TextFunctions = new Map<string, (text: string) => unknown>([
  ['renderTitle', (text) => renderTitle(text, contextOf())],
  ['renderContent', (text) => renderContent(text, contextOf())],
  ['renderExcerpt of a content', (text) => renderExcerpt('', text, contextOf())],
  ['renderExcerpt of an excerpt', (text) => renderExcerpt(text, '', contextOf())],
  ['renderComment', (text) => renderComment(text, contextOf())],
  ['needsOfText', (text) => needsOfText(text)],
  ['needsOfText after a block that lists', (text) => needsOfText(`<!-- wp:latest-posts /-->${text}`)],
  ['attributeOf', (text) => attributeOf(text, 'x')],
  ['attributesIn', attributesIn],
  ['attributeText', attributeText],
  ['attributeUrl', attributeUrl],
  ['presetName', presetName],
  ['safeHtml', safeHtml],
  ['withBindings', (text) => withBindings(text, boundBlock(text), contextOf())],
  ['balancedTags', balancedTags],
  ['balancedTags before the end of a tag', (text) => balancedTags(`${text.repeat(4)}>`)],
  ['bareAmpersands', bareAmpersands],
  ['beginning', (text) => beginning(text, 55)],
  ['clickableLinks', (text) => clickableLinks(text, contextOf())],
  ['embedKeysIn', embedKeysIn],
  ['hiddenBrackets', (text) => hiddenBrackets(text, (value) => value)],
  ['excerptBlocks', (text) => excerptBlocks(text, contextOf())],
  ['excerptSource', (text) => excerptSource(text, contextOf())],
  ['firstWords', (text) => firstWords(text, 55, {})],
  ['fluidSize', (text) => fluidSize(text, growth)],
  ['formatDate', (text) => formatDate(text.slice(0, text.length / 10), time)],
  [
    'formatDate with declined months',
    (text) => formatDate(`F j${text.slice(0, text.length / 10)}`, time, declined),
  ],
  ['namedIds', (text) => namedIds(new Map([['ids', text]]))],
  ['imageIdsIn', imageIdsIn],
  ['wordsIn', wordsIn],
  ['isBalanced', isBalanced],
  ['outOfTheWay', (text) => outOfTheWay(text, (html) => html).restore(text)],
  ['paragraphs', paragraphs],
  ['parseBlocks', parseBlocks],
  ['blocksOfText', (text) => blocksOfText(text, contextOf())],
  ...[...readBlocks].map((name): TextFunction => [
    `blockValues of ${name}`,
    (text) => blockValues({ name, attributes: {}, parts: [text, { name, attributes: {}, parts: [text] }] }),
  ]),
  ['phpJson', phpJson],
  ['shortcodesWritten', shortcodesWritten],
  ['piecesOf', (text) => [...piecesOf(text, builtInShortcodes)]],
  ['renderBlocks', (text) => renderBlocks(text, contextOf())],
  ['renderBlocks in an older theme', (text) => renderBlocks(text, { ...contextOf(), theme: older })],
  ...['group', 'image'].map((name): TextFunction => [
    `withContainers of ${name}`,
    (text) => {
      const attributes = { className: text, tagName: text.slice(0, 50) }
      const at = (html: string) =>
        withContainers(html, { name: `core/${name}`, attributes, parts: [] }, older)
      return [
        at(text),
        at(`<figure class="wp-block-image alignleft ${text}">${text}</figure>`),
        at(`<div class="wp-block-group is-layout-${text}">${text}</div>`),
      ]
    },
  ]),
  ['shortcodesIn', (text) => [...shortcodesIn(text, () => true)]],
  ['smilies', (text) => smilies(text, contextOf())],
  ['spelling', (text) => spelling(text)],
  ['typography', (text) => typography(text, contextOf())],
  ['typography of another language', (text) => typography(text, { ...contextOf(), marks })],
  ['renderContent of another language', (text) => renderContent(text, { ...contextOf(), marks })],
  [
    'tabs around a text',
    (text) =>
      renderBlocks(`<!-- wp:tabs --><p class="wp-block-tabs"></p><a${text}<!-- /wp:tabs -->`, contextOf()),
  ],
  ['firstPart', (text) => firstPart(text, () => '')],
  ['unwrappedShortcodes', (text) => unwrappedShortcodes(text, contextOf())],
  [
    'unwrappedShortcodes without an end',
    (text) => unwrappedShortcodes('<p>[caption '.repeat(text.length), contextOf()),
  ],
  [
    'unwrappedShortcodes before one end and blanks',
    (text) => unwrappedShortcodes(`${text}][/caption]${' '.repeat(text.length)}`, contextOf()),
  ],
  ['writtenBlocks', (text) => writtenBlocks(text, 'post')],
  ['withAddresses', (text) => withAddresses(text, contextOf())],
  ['withAttributes', (text) => withAttributes(text, { x: 'y', class: null }, 'img')],
  ['withDeclarations', (text) => withDeclarations(text, 'color:red')],
  [
    'withBlockClasses of what is enclosed',
    (text) => withBlockClasses(text, groupAround(text, {}), contextOf()),
  ],
  [
    'withBlockClasses of attributes',
    (text) => withBlockClasses('<div>', groupAround('<div><p>', blockAttributes(text)), contextOf()),
  ],
  ['withClasses', (text) => withClasses(text, ['x'])],
  ['withEmbeds', (text) => withEmbeds(text, contextOf())],
  ['withFluidSize', (text) => withFluidSize(text, { style: { typography: { fontSize: '20px' } } }, growth)],
  ['withLoading', (text) => withLoading(text, contextOf())],
  ['withoutBreaksInScripts', withoutBreaksInScripts],
  ['withShortcodes', (text) => withShortcodes(text, contextOf())],
  ...blockFunctions,
  ...shortcodeFunctions,
])
