// Filters of one resource's items → the one that REST calls. A filter gets a copy of the members that the viewer may see, and its
// result is cut to these members, so that it cannot show one that was withheld or not selected.
import { copyJson } from '../core/json.ts'
import type { ItemFilter } from '../registry/resource.ts'
import { named, plainJson } from './guard.ts'

export function guardedFilter(filter: ItemFilter, file: string, resource: string): ItemFilter {
  return named<Parameters<ItemFilter>, ReturnType<ItemFilter>>((item, about) => {
    const there = Object.entries(item).filter(([, value]) => value !== undefined)
    const copies = there.map(([name, value]) => [name, copyJson(value)] as const)
    const given: unknown = filter(Object.fromEntries(copies), about)
    if (typeof given !== 'object' || given === null)
      throw new TypeError(
        `it has to return the item, an object, not ${given === null ? 'null' : typeof given}`,
      )
    const members = new Map<string, unknown>(Object.entries(given))
    const kept = Object.keys(item).filter((name) => members.has(name))
    return Object.fromEntries(kept.map((name) => [name, plainJson(members.get(name))]))
  }, `extension ${file}: its filter of ${resource}`)
}

export function oneAfterAnother(first: ItemFilter | null | undefined, second: ItemFilter): ItemFilter {
  return first ? (item, about) => second(first(item, about), about) : second
}
