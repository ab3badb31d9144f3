// The argument of searches that names content types or taxonomies: how it is read, and refused beside an unknown type.
import { refuse } from '../../core/failure.ts'
import { isRefused, type Parse } from '../../registry/arg-schema.ts'
import { compileValue } from '../../registry/arg-value.ts'
import type { RouteDefinition } from '../../registry/route.ts'
import { slugOf } from '../../site/slug.ts'

/** Kinds that are right in themselves are refused where what they are of is unknown, but for all of them. */
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

/** Reads kinds as slugs, each once; `any` stands for all beside it (wp_parse_slug_list). */
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
