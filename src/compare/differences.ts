// Two JSON answers → where they differ, by paths whose ids and places are left out, so that equal causes have equal paths.
import { isList, isMembers, textAt } from '../core/json-value.ts'

export interface Difference {
  /** `[].content.rendered`: the path without places in lists. */
  readonly path: string
  /** The value of each side, shortened around the first character that differs; null where there is none. */
  readonly site: string | null
  readonly lectern: string | null
}

const differencesMax = 50
const shownMax = 160
const depthMax = 60

/** Compares no members that a gateway that only reads leaves out on purpose: links to writing, and what may be written. */
export function differencesOf(site: unknown, lectern: unknown): readonly Difference[] {
  const found: Difference[] = []
  compare(site, lectern, '', found, 0)
  return found
}

function compare(site: unknown, lectern: unknown, path: string, found: Difference[], depth: number): void {
  if (found.length >= differencesMax || depth > depthMax) return
  if (isList(site) && isList(lectern)) {
    const [theirs, ours] = [idsOf(site), idsOf(lectern)]
    if (theirs && ours && theirs.join() !== ours.join()) {
      // Another order is one difference, and not one of each member of each item
      found.push({
        path: `${path}[] (which, in which order)`,
        site: shown(theirs.join()),
        lectern: shown(ours.join()),
      })
      const byId = new Map(lectern.map((item) => [textAt(item, 'id'), item]))
      for (const item of site) {
        const same = byId.get(textAt(item, 'id'))
        if (same !== undefined) compare(item, same, `${path}[]`, found, depth + 1)
      }
      return
    }
    if (site.length !== lectern.length)
      found.push({ path: `${path}.length`, site: String(site.length), lectern: String(lectern.length) })
    for (const [at, value] of site.slice(0, lectern.length).entries())
      compare(value, lectern[at], `${path}[]`, found, depth + 1)
    return
  }
  if (isMembers(site) && isMembers(lectern)) {
    for (const name of new Set([...Object.keys(site), ...Object.keys(lectern)])) {
      if (isLeftOut(name)) continue
      const below = `${path}.${/^\d+$/.test(name) ? '#' : name}`
      if (!Object.hasOwn(site, name)) found.push({ path: below, site: null, lectern: shown(lectern[name]) })
      else if (!Object.hasOwn(lectern, name))
        found.push({ path: below, site: shown(site[name]), lectern: null })
      else compare(site[name], lectern[name], below, found, depth + 1)
    }
    return
  }
  const [ofSite, ofLectern] = [withoutSecrets(site), withoutSecrets(lectern)]
  if (Object.is(ofSite, ofLectern)) return
  const at =
    typeof ofSite === 'string' && typeof ofLectern === 'string' ? firstDifference(ofSite, ofLectern) : 0
  found.push({ path: path === '' ? '(all)' : path, site: shown(ofSite, at), lectern: shown(ofLectern, at) })
}

/** Null where an item has no id. */
function idsOf(items: readonly unknown[]): readonly string[] | null {
  const ids = items.map((item) => textAt(item, 'id'))
  return ids.includes('') ? null : ids
}

const isLeftOut = (name: string) => /:action-|^(?:targetHints|allow_batch)$/.test(name)

/** Frames of embedded posts have a word that WordPress draws for each answer. */
function withoutSecrets(value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/(data-secret="|#\?secret=)\w+/g, '$1') : value
}

function firstDifference(one: string, other: string): number {
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  return at
}

function shown(value: unknown, at = 0): string {
  const from = Math.max(0, at - shownMax / 4)
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  const part = text.slice(from, from + shownMax)
  return `${from > 0 ? '…' : ''}${part}${from + shownMax < text.length ? '…' : ''}`
}
