// Parses the body of `POST /purge` into a purge.
import type { PurgeRequest } from '../core/purge.ts'
import type { RequestAddress } from '../core/request.ts'
import { isTag, type Tag } from '../core/tag.ts'
import { parseJson } from '../core/json-value.ts'

const tagsMax = 1000

/**
 * Accepts `{"all": true}`, `{"tags": ["row:posts:7"]}` or `{"address": "/cms-json/cms/v2/posts"}`; otherwise returns a sentence
 * about the mistake.
 */
export function parsePurge(body: Uint8Array): PurgeRequest | string {
  const given = parseObject(body)
  const [name = '', ...others] = [...given.keys()]
  const value = given.get(name)
  if (others.length > 0) return forms
  switch (name) {
    case 'all':
      return value === true ? { kind: 'all' } : forms
    case 'tags':
      if (!Array.isArray(value) || value.length === 0 || value.length > tagsMax)
        return `tags: a list of one to ${tagsMax} tags is expected.`
      return value.every(isPurgeable)
        ? { kind: 'tags', tags: value }
        : 'tags: a tag is row:posts:7, list:posts:post, site, option:name, key:postmeta:name or table:posts.'
    case 'address': {
      const address = typeof value === 'string' ? parseAddress(value) : null
      return address === null ? noAddress : { kind: 'address', address }
    }
    default:
      return forms
  }
}

/** Parses a path, or a whole address; null where the text is neither. */
export function parseAddress(text: string): RequestAddress | null {
  const url = URL.parse(text, 'http://localhost')
  return url && { path: url.pathname, query: url.search.slice(1) }
}

export const noAddress = 'address: a path, or a whole address, is expected.'

const forms = 'One of {"all": true}, {"tags": [...]} and {"address": "/..."} is expected.'

function parseObject(body: Uint8Array): ReadonlyMap<string, unknown> {
  // A body that is not JSON has no members
  return new Map(Object.entries(Object(parseJson(new TextDecoder().decode(body)))))
}

function isPurgeable(value: unknown): value is Tag {
  return typeof value === 'string' && isTag(value) && !value.startsWith('until:')
}
