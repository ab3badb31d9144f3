// The argument `subtype` of the search: how it is parsed, and how it is refused beside an unknown type.
import { refuse } from '../../core/failure.ts'
import { isRefused, type Parse } from '../../registry/arg-schema.ts'
import { compileValue } from '../../registry/arg-value.ts'
import type { RouteDefinition } from '../../registry/route.ts'
import { slugOf } from '../../site/slug.ts'

/** Refuses valid subtypes, except `any`, where the request's type is unknown. */
export function ofNoType(
  kinds: readonly string[],
  types: readonly string[],
): NonNullable<RouteDefinition['forbids']> {
  const parseType = compileValue({ type: 'string', enum: types })
  const parse = parseKinds([...kinds, 'any'])
  return (_, given) => {
    const [type, subtype] = [given.get('type') ?? null, given.get('subtype') ?? null]
    if (type === null || subtype === null || !isRefused(parseType('type', type))) return {}
    const wanted = parse('subtype', subtype)
    const isOther = isRefused(wanted) || (Array.isArray(wanted.value) && wanted.value.includes('any'))
    return isOther
      ? {}
      : { subtype: refuse('rest_search_invalid_type', 'Invalid type parameter.', { status: 400 }) }
  }
}

/** Parses kinds as distinct slugs; `any` replaces all others (wp_parse_slug_list). */
export function parseKinds(kinds: readonly string[]): Parse {
  const parseWords = compileValue({ type: 'array', items: { type: 'string' } })
  const parseKind = compileValue({ type: 'string', enum: kinds })
  return (argument, given) => {
    const words = parseWords(argument, given)
    if (isRefused(words) || !Array.isArray(words.value)) return words
    const slugs = [...new Set(words.value.map((word) => slugOf(String(word))))]
    const refusal = slugs.map((slug, at) => parseKind(`${argument}[${at}]`, slug)).find(isRefused)
    return refusal ?? { value: slugs.includes('any') ? ['any'] : slugs }
  }
}
