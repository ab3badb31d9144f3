// The classes that blocks get when they are served: their own name where older markup lacks it, and how they lay out what
// they enclose. Both stand in the first tag of the block.
import { asRecord, type Block } from './block-tree.ts'

/** The classes that come after those that are stored, in their order. */
export function classesOf(block: Block): readonly string[] {
  return [...ownClass(block), ...layoutClasses(block)]
}

const named: ReadonlyMap<string, string> = new Map([
  ['core/paragraph', 'wp-block-paragraph'],
  ['core/list', 'wp-block-list'],
  ['core/heading', 'wp-block-heading'],
])

function ownClass({ name }: Block): readonly string[] {
  const own = named.get(name)
  return own === undefined ? [] : [own]
}

interface Layout {
  readonly type: string
  readonly orientation: string
  readonly justification: string
  readonly isNowrap: boolean
}

/** What lays out its own blocks, and how where it does not say. */
const layouts: ReadonlyMap<string, string> = new Map([
  ['core/group', 'default'],
  ['core/column', 'default'],
  ['core/quote', 'default'],
  ['core/details', 'default'],
  ['core/columns', 'flex'],
  ['core/buttons', 'flex'],
  ['core/gallery', 'flex'],
  ['core/social-links', 'flex'],
])

function layoutClasses(block: Block): readonly string[] {
  const byDefault = layouts.get(block.name)
  if (byDefault === undefined) return []
  const layout = layoutOf(block, byDefault)
  const container = containerOf(block, layout)
  const base = block.name.replace(/^core\//, 'wp-block-')
  return [
    ...(layout.type === 'constrained' ? ['has-global-padding'] : []),
    ...(layout.orientation === 'vertical' ? ['is-vertical'] : []),
    ...(layout.justification === '' ? [] : [`is-content-justification-${layout.justification}`]),
    ...(layout.isNowrap ? ['is-nowrap'] : []),
    `is-layout-${nameOf(layout)}`,
    ...(container === null ? [] : [container]),
    `${base}-is-layout-${nameOf(layout)}`,
  ]
}

function layoutOf({ attributes }: Block, byDefault: string): Layout {
  const given = asRecord(attributes['layout']) ?? {}
  // What was written before there were layouts has its width instead
  const isConstrained = given['inherit'] === true || typeof given['contentSize'] === 'string'
  return {
    type: word(given['type']) || (isConstrained ? 'constrained' : byDefault),
    orientation: word(given['orientation']),
    justification: word(given['justifyContent']),
    isNowrap: given['flexWrap'] === 'nowrap',
  }
}

/** A member that goes into a class: anything but a plain word is none. */
function word(value: unknown): string {
  return typeof value === 'string' && /^[a-z-]+$/.test(value) ? value : ''
}

function nameOf({ type }: Layout): string {
  return type === 'default' ? 'flow' : type
}

/**
 * The class that the styles of one layout hang on, as measured: `wp-container-core-{name}-is-layout-{8 hex}`. Layouts
 * that were not measured have none.
 */
function containerOf({ name }: Block, { type, orientation, justification, isNowrap }: Layout): string | null {
  const key = `${name} ${type}${orientation && ` ${orientation}`}${justification && ` ${justification}`}${isNowrap ? ' nowrap' : ''}`
  const hash = measured.get(key)
  return hash === undefined ? null : `wp-container-${name.replace('/', '-')}-is-layout-${hash}`
}

const measured: ReadonlyMap<string, string> = new Map([
  ['core/columns flex', '794e3cfa'],
  ['core/group flex center', 'b29d4327'],
  ['core/group flex nowrap', '3a88641f'],
])
