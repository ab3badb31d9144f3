// Decides which fields an item has, and what is read for them: columns of its row, and related rows. For whole items it is
// computed once for a site's settings, otherwise once for a request.
import type { Context, Field } from '../../registry/field.ts'
import type { Link } from '../../registry/link.ts'
import type { Selection } from '../../registry/projection.ts'
import type { ResourceAccess, ResourceDefinition } from '../../registry/resource.ts'
import { columnsOf, needsOf, type Needs } from '../../related/relations.ts'
import { settingsOf } from '../../site/settings-of-site.ts'
import type { Site } from '../../site/site.ts'
import { isSelected, isSelectedWhole } from '../request/selection.ts'
import type { Representing } from './representation.ts'

/** The fields of each item, and all that is read for them. */
export interface Wanted {
  readonly fields: readonly Field[]
  readonly parts: readonly Part[]
  readonly needs: Needs
  readonly columns: readonly string[]
}

type Part = Pick<Field, 'columns' | 'needs'>

/** Cached by `representing`: rows are read and represented with the same value. */
const wanted = new WeakMap<Representing, Wanted>()
/** By the settings of the site, for items without a selection. */
const wantedWhole = new WeakMap<Site, WeakMap<ResourceDefinition, Map<Context, Wanted>>>()

export function wantedOf(representing: Representing): Wanted {
  const { selection, fieldArgs, keptLinks } = representing
  const isWhole = selection === null && fieldArgs === undefined && keptLinks === undefined
  const known = isWhole ? wantedOfWhole(representing) : null
  // Gathers read for the site of one request
  if (known !== null && (known.needs.gathers ?? []).length === 0) return known
  const made =
    wanted.get(representing) ??
    (known === null
      ? wantedFrom(representing)
      : { ...known, needs: needsOf(known.parts, representing.site, fieldArgs, representing.context) })
  wanted.set(representing, made)
  return made
}

function wantedOfWhole(representing: Representing): Wanted {
  const { resource, context } = representing
  const site = settingsOf(representing.site)
  const ofSite = wantedWhole.get(site) ?? new WeakMap<ResourceDefinition, Map<Context, Wanted>>()
  const ofResource = ofSite.get(resource) ?? new Map<Context, Wanted>()
  const made = ofResource.get(context) ?? wantedFrom({ ...representing, site })
  wantedWhole.set(site, ofSite.set(resource, ofResource.set(context, made)))
  return made
}

function wantedFrom(representing: Representing): Wanted {
  const { resource, site, fieldArgs, context } = representing
  const fields = fieldsOf(representing)
  const parts = partsOf(representing, fields)
  const needs = needsOf(parts, site, fieldArgs, context)
  return { fields, parts, needs, columns: columnsFrom(resource, parts, needs) }
}

function fieldsOf({ resource, context, selection }: Representing): readonly Field[] {
  const { servedWhole = [] } = resource
  const isWhole = (name: string) => name !== 'id' && (servedWhole === 'all' || servedWhole.includes(name))
  const isAsked = (name: string) =>
    isWhole(name) ? isSelectedWhole(selection, name) : isSelected(selection, name)
  return resource.fields.filter(
    ({ name, contexts, isByName }) =>
      contexts.includes(context) && isAsked(name) && !(isByName && selection === null),
  )
}

/** The columns that rows are read with. */
export function columnsFor(representing: Representing): readonly string[] {
  return wantedOf(representing).columns
}

function columnsFrom({ password }: ResourceAccess, parts: readonly Part[], needs: Needs): readonly string[] {
  return [...new Set([...columnsOf(parts, needs), ...(password === null ? [] : [password])])].toSorted()
}

/** All parts that use columns or related rows: fields, the page, and links if they are selected. */
function partsOf(
  { resource, selection, keptLinks = [] }: Representing,
  fields: readonly Field[],
): readonly Part[] {
  const links = isSelected(selection, '_links') ? resource.links.filter(isMade(selection)) : keptLinks
  return [...fields, ...(resource.page ? [resource.page] : []), ...links]
}

/** True for links whose field is selected, if they exist only together with it. */
export function isMade(selection: Selection): (link: Link) => boolean {
  return ({ isKeptAlone, field = '' }) => !isKeptAlone || isSelected(selection, field)
}
