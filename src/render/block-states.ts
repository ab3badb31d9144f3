// Styles of a block in states (`:hover` …) and in narrower viewports (WordPress 7.1): the page's style sheet selects the block
// by a class with a digest of the rules.
import { createHash } from 'node:crypto'
import { asRecord, type Block, type BlockAttributes } from './block-tree.ts'
import { phpJson } from './php-json.ts'
import { styleDeclarations } from './style-declarations.ts'
import type { Theme } from './theme.ts'

const pointed: ReadonlySet<string> = new Set(['core/button', 'core/navigation-link'])
const pseudos = [':hover', ':focus', ':focus-visible', ':active']
const linkPseudos = [':link', ':any-link', ':visited', ...pseudos]

/** The class by which the style sheet selects the block; none for a block without such styles. */
export function stateClasses(
  { name, attributes }: Pick<Block, 'name' | 'attributes'>,
  { viewports }: Pick<Theme, 'viewports'>,
): readonly string[] {
  const style = asRecord(attributes['style'])
  if (style === null || !name.startsWith('core/')) return []
  const rules = [
    ...pseudoRules(name, style),
    ...viewports.flatMap(({ name: viewport, query }) =>
      (style[viewport] === undefined ? [] : rulesOf(name, asRecord(style[viewport]) ?? {})).map(
        ({ state, selector, declarations }) => ({
          state,
          selector,
          declarations,
          rules_group: query,
        }),
      ),
    ),
  ]
  if (rules.length === 0) return []
  const digest = createHash('md5')
    .update(phpJson({ blockName: name, rules }))
    .digest('hex')
  return [`wp-states-${digest.slice(0, 8)}`]
}

interface Rule {
  readonly state: string
  readonly selector: string | null
  readonly declarations: BlockAttributes
}

/** The rules of a block in one viewport. */
function rulesOf(name: string, style: BlockAttributes): readonly Rule[] {
  return [...rulesIn(name, style, ''), ...elementRules(name, style), ...pseudoRules(name, style)]
}

function pseudoRules(name: string, style: BlockAttributes): readonly Rule[] {
  if (!pointed.has(name)) return []
  return pseudos.flatMap((pseudo) => rulesIn(name, asRecord(style[pseudo]) ?? {}, pseudo))
}

/** One rule for each selector of the block's features; none for a selector without declarations. */
function rulesIn(name: string, style: BlockAttributes, state: string): readonly Rule[] {
  const own = selectors.get(name) ?? {}
  const root = own['root'] ?? null
  const bySelector = new Map<string | null, Record<string, unknown>>()
  const put = (selector: string | null, feature: string, value: unknown) => {
    const found = bySelector.get(selector) ?? {}
    bySelector.set(selector, found)
    const members = asRecord(value)
    found[feature] = members === null ? value : { ...asRecord(found[feature]), ...members }
  }
  for (const [feature, value] of Object.entries(style)) {
    if (feature === 'elements') continue
    const members = asRecord(value) ?? {}
    const apart = Object.keys(members).filter((member) => own[`${feature}.${member}`] !== undefined)
    for (const member of apart)
      put(own[`${feature}.${member}`] ?? null, feature, { [member]: members[member] })
    const rest = Object.entries(members).filter(([member]) => !apart.includes(member))
    if (apart.length === 0) put(own[feature] ?? root, feature, value)
    else if (rest.length > 0) put(own[feature] ?? root, feature, Object.fromEntries(rest))
  }
  return [...bySelector].flatMap(([selector, each]) => ruleOf(state, selector, each))
}

function ruleOf(state: string, selector: string | null, style: BlockAttributes): readonly Rule[] {
  const side = asRecord(style['typography'])?.['textAlign']
  const declarations = {
    ...styleDeclarations(style),
    ...(typeof side === 'string' && side.trim() !== '' ? { 'text-align': side } : {}),
  }
  return Object.keys(declarations).length === 0 ? [] : [{ state, selector, declarations }]
}

/** Rules for the elements in a block; links and buttons have rules for their states, too. */
function elementRules(name: string, style: BlockAttributes): readonly Rule[] {
  const root = selectors.get(name)?.['root'] ?? `.wp-block-${name.replace(/^core\//, '').replace('/', '-')}`
  return Object.entries(asRecord(style['elements']) ?? {}).flatMap(([element, value]) => {
    const selector = elements.get(element)
    const own = asRecord(value)
    if (selector === undefined || own === null) return []
    // A list of selectors keeps the blank before each but the first
    const within = `${root} ${selector.replaceAll(', ', `,${root}  `)}`
    const states = element === 'link' || element === 'button' ? ['', ...linkPseudos] : ['']
    return states.flatMap((state) => ruleOf(state, within, (state === '' ? own : asRecord(own[state])) ?? {}))
  })
}

/** Selectors of elements, as the styles of themes have them. */
const elements: ReadonlyMap<string, string> = new Map(
  Object.entries({
    link: 'a:where(:not(.wp-element-button))',
    heading: 'h1, h2, h3, h4, h5, h6',
    ...Object.fromEntries(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => [name, name])),
    button: '.wp-element-button, .wp-block-button__link',
    caption: [
      '.wp-element-caption',
      ...['audio', 'embed', 'gallery', 'image', 'table', 'video'].map(
        (name) => `.wp-block-${name} figcaption`,
      ),
    ].join(', '),
    cite: 'cite',
    select: 'select',
    textInput:
      'textarea, input:where([type=email],[type=number],[type=password],[type=search],[type=text],[type=tel],[type=url])',
  }),
)

const imageBorder =
  '.wp-block-image img, .wp-block-image .wp-block-image__crop-area, .wp-block-image .components-placeholder'

/** Selectors, by feature or member of a feature, of styles that do not apply to the block's own tag (`selectors`). */
const selectors: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map(
  Object.entries({
    'accordion-heading': {
      'typography.letterSpacing': '.wp-block-accordion-heading .wp-block-accordion-heading__toggle-title',
      'typography.textDecoration': '.wp-block-accordion-heading .wp-block-accordion-heading__toggle-title',
    },
    avatar: { border: '.wp-block-avatar img' },
    button: {
      root: '.wp-block-button .wp-block-button__link',
      dimensions: '.wp-block-button',
      'typography.writingMode': '.wp-block-button',
    },
    icon: { root: '.wp-block-icon svg', 'spacing.margin': '.wp-block-icon' },
    image: {
      dimensions: '.wp-block-image img, .wp-block-image .components-placeholder',
      border: imageBorder,
      shadow: imageBorder,
    },
    list: { border: '.wp-block-list:not(.wp-block-list .wp-block-list)' },
    'list-item': {
      root: '.wp-block-list > li',
      border: '.wp-block-list:not(.wp-block-list .wp-block-list) > li',
    },
    paragraph: { root: 'p', 'typography.textIndent': '.wp-block-paragraph + .wp-block-paragraph' },
    'post-featured-image': {
      dimensions: '.wp-block-post-featured-image img',
      border:
        '.wp-block-post-featured-image img, .wp-block-post-featured-image .block-editor-media-placeholder, .wp-block-post-featured-image .wp-block-post-featured-image__overlay',
      shadow: '.wp-block-post-featured-image img, .wp-block-post-featured-image .components-placeholder',
    },
    search: {
      color:
        '.wp-block-search .wp-block-search__button, .wp-block-search.wp-block-search__no-button .wp-block-search__input',
      border:
        '.wp-block-search.wp-block-search__button-outside .wp-block-search__input, .wp-block-search.wp-block-search__button-outside .wp-block-search__button, .wp-block-search.wp-block-search__no-button .wp-block-search__input, .wp-block-search.wp-block-search__button-only .wp-block-search__input, .wp-block-search.wp-block-search__button-only .wp-block-search__button, .wp-block-search.wp-block-search__button-inside .wp-block-search__inside-wrapper',
    },
    'tab-list': {
      border: '.wp-block-tab-list button',
      'color.background': '.wp-block-tab-list button',
      'color.text': '.wp-block-tab-list button',
      'spacing.padding': '.wp-block-tab-list button',
    },
    table: { root: '.wp-block-table > table', spacing: '.wp-block-table' },
  }).map(([name, own]) => [`core/${name}`, own]),
)
