// Turns rows into REST's items: the selected fields of a context, links and embedded items. Fields that the client did not
// select are not read.
import { counter, type Counted, type Counter } from '../../core/counter.ts'
import { isFailure, type Failure } from '../../core/failure.ts'
import { asInPhp } from '../../core/json.ts'
import { isEmpty } from '../../core/php-empty.ts'
import type { Tag } from '../../core/tag.ts'
import { createTurns } from '../../core/turns.ts'
import { GivenUp, workNow } from '../../core/work.ts'
import type { Visibility } from '../../database/filter.ts'
import { textOf, type Row } from '../../database/tables.ts'
import type { Viewer } from '../../core/viewer.ts'
import type { Context, Field, FieldInput } from '../../registry/field.ts'
import type { Link } from '../../registry/link.ts'
import type { Selection } from '../../registry/projection.ts'
import type { Item, ResourceDefinition } from '../../registry/resource.ts'
import type { Reading } from '../../read/execute.ts'
import { readNeeded } from '../../related/relations.ts'
import { noUse, useIn } from '../../related/relation.ts'
import type { Site } from '../../site/site.ts'
import { tagsOfIds } from '../../tags/tags.ts'
import { isSamePassword } from './below-content.ts'
import { withoutUnseen } from './guarded-links.ts'
import { linksFrom, linksOf, ownLinks, type ItemLink } from './links.ts'
import { mayBeHidden, openedRows } from './opened.ts'
import { isSelected, select } from '../request/selection.ts'
import { isMade, wantedOf } from './wanted.ts'

export interface Representing {
  readonly resource: ResourceDefinition
  readonly resources: ReadonlyMap<string, ResourceDefinition>
  readonly site: Site
  readonly context: Context
  readonly selection: Selection
  readonly viewer: Viewer
  /** The request's values of the resource's `fieldArgs`. */
  readonly fieldArgs?: FieldInput['args'] | undefined
  /** Links that a single item has although the client did not select them. */
  readonly keptLinks?: readonly Link[]
}

export interface Representation {
  readonly input: FieldInput
  readonly links: readonly ItemLink[]
  readonly item: Item
  /** The item's address on the site itself, if it has one. */
  readonly page: string | null
  /** True where the item is hidden at its own address, to which links do not send the request's password. */
  readonly isOpened: boolean
  /** The tags of the rows from which it was made; embedding adds further ones. */
  readonly used: Set<Tag>
  readonly counted: Counted
}

interface Made extends Pick<Partial<FieldInput>, 'excerptWords'> {
  /** The request's password, which unlocks rows with this password. */
  readonly password?: string | undefined
  /** The rule by which the rows were found. */
  readonly rule?: Visibility['rule'] | undefined
  /** The counters that span the page; with `each` every item has counters of its own. */
  readonly counter?: Counter | 'each'
  /** Called with the row of the item that is made next. */
  readonly begins?: (row: Row) => void
  /** Receives the error where the work is given up, and the items made before are returned. Without it the error is thrown. */
  readonly cut?: GivenUp[]
}

export async function represent(
  rows: readonly Row[],
  representing: Representing,
  reading: Reading,
  { password, excerptWords, rule, counter: ofPage = counter(), begins, cut }: Made = {},
): Promise<readonly Representation[] | Failure> {
  const { resource, site, fieldArgs } = representing
  const { fields, parts, needs, columns } = wantedOf(representing)
  const reach = await readNeeded(reading, rows, needs, representing.viewer)
  if (isFailure(reach)) return reach
  // Without needs nothing was read, and there are no uses to note
  const untracked = parts.some((part) => part.needs) ? null : reach(noUse)
  const addTags = tagsOfIds({ source: resource.source, columns, match: 'id' })
  const making = rows.map((row): Making => {
    const used = new Set<Tag>()
    const numbers = ofPage === 'each' ? counter() : ofPage
    addTags(textOf(row, 'id'), [row], used)
    const input: FieldInput = {
      row,
      site,
      needed: untracked ?? reach(useIn(used)),
      context: representing.context,
      unlocked: representing.context === 'edit' || unlocks(password, row),
      excerptWords,
      ...(fieldArgs ? { args: fieldArgs } : {}),
      count: numbers.count,
    }
    return { input, used, numbers }
  })
  const shownLinks = isSelected(representing.selection, '_links')
    ? resource.links.filter(isMade(representing.selection))
    : (representing.keptLinks ?? [])
  const hasLinks = isSelected(representing.selection, '_links')
  const linksOfItem = linksFrom(shownLinks, representing)
  const links = await withoutUnseen(
    making.map(({ input, used }) => ({ row: input.row, links: linksOfItem(input), used })),
    representing,
    reading,
  )
  if (isFailure(links)) return links
  const isPartlyHidden =
    (password !== undefined && resource.below !== undefined) || mayBeHidden(representing, rule)
  const opened = isPartlyHidden && hasLinks ? await openedRows(rows, representing, reading) : nothingOpened
  if (isFailure(opened)) return opened
  const inTurn = createTurns()
  const work = workNow()
  const represented: Representation[] = []
  try {
    for (const [at, { input, used, numbers }] of making.entries()) {
      const made = await inTurn(() => {
        begins?.(input.row)
        return { ...madeItem(fields, input, representing), counted: numbers.take() }
      })
      work?.noteLetters(lettersIn(made.item))
      const isOpened = opened.has(textOf(input.row, 'id'))
      represented.push({ input, links: links[at] ?? [], isOpened, used, ...made })
    }
  } catch (error) {
    if (!cut || !(error instanceof GivenUp)) throw error
    cut.push(error)
  }
  return represented
}

/** Counts the letters of the texts in a value. */
function lettersIn(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 0
  let sum = 0
  for (const each of Object.values(value)) sum += lettersIn(each)
  return sum
}

function unlocks(password: string | undefined, row: Row): boolean {
  return password !== undefined && !isEmpty(password) && isSamePassword(password, textOf(row, 'password'))
}

interface Making {
  readonly input: FieldInput
  readonly used: Set<Tag>
  readonly numbers: Counter
}

function madeItem(
  fields: readonly Field[],
  input: FieldInput,
  representing: Representing,
): Pick<Representation, 'item' | 'page'> {
  const { resource, selection } = representing
  const item = itemOf(fields, input, selection)
  const page = resource.page?.value(input)
  return {
    item: resource.itemFilter ? resource.itemFilter(item, representing) : item,
    page: typeof page === 'string' ? page : null,
  }
}

const nothingOpened: ReadonlySet<string> = new Set()

function itemOf(fields: readonly Field[], input: FieldInput, selection: Selection): Item {
  const item: Record<string, unknown> = {}
  for (const field of fields) {
    const value = field.value(input)
    item[field.name] = select(value, selection?.get(field.name) ?? null)
  }
  for (const { name, anew } of fields)
    if (anew) item[name] = select(anew(input, item[name]), selection?.get(name) ?? null)
  return item
}

/** The item as sent: fields, then links and embedded items, each as far as selected. */
export function complete(
  { input, item, links, isOpened }: Representation,
  representing: Representing,
  embedded: Readonly<Record<string, unknown>> | null,
): unknown {
  const { resource, selection, keptLinks = [] } = representing
  const all = isSelected(selection, '_links')
    ? linksOf(input.row, resource, links, { ...representing, isOpened })
    : {}
  const whole = {
    ...item,
    // An item without links has no `_links`
    ...(Object.keys(all).length > 0
      ? { _links: select(all, selection?.get('_links') ?? null) }
      : keptLinks.length > 0 && links.length > 0
        ? { _links: ownLinks(links) }
        : {}),
    ...(embedded && isSelected(selection, '_embedded')
      ? { _embedded: select(embedded, selection?.get('_embedded') ?? null) }
      : {}),
  }
  return asInPhp(whole)
}
