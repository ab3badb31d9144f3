// The argument of a declared filter in REST: `meta.price=10`, `meta.price[gte]=10&meta.price[in]=1,2`.
import { Type } from 'typebox'
import type { RawArg } from '../core/raw-args.ts'
import type { DeclaredFilter, FilterType, Operator } from '../database/declared-filter.ts'
import { wrongType, type ArgSchema, type Parsed } from './arg-schema.ts'
import { refuse, type Refusal } from '../core/failure.ts'
import { counting, sentence } from '../core/sentence.ts'
import { comparedFilters, filterValue, valuesMax, type Comparison } from './filter-value.ts'
import { manyItems } from './arg-composite.ts'
import type { FilterArg } from './resource.ts'

/** Arguments of a list with this prefix must be declared filters. */
export const metaPrefix = 'meta.'

export function declaredArg(filter: DeclaredFilter): FilterArg {
  const parse = (name: string, raw: RawArg) => parsed(filter, name, raw)
  const schema = Type.Optional(
    Type.Unsafe<readonly Comparison[]>({
      type: 'object',
      description: `Only items whose ${filter.name} is so.`,
      properties: Object.fromEntries(
        filter.operators.map((operator) => [operator, schemaOf(filter, operator)]),
      ),
      additionalProperties: false,
      own: 'described',
      parse,
    }),
  )
  return { schema, filters: (value) => (isComparisons(value) ? comparedFilters(filter, value) : []) }
}

/** Narrows the type: `parse` makes all values that arrive here. */
function isComparisons(value: unknown): value is readonly Comparison[] {
  return Array.isArray(value)
}

function parsed(filter: DeclaredFilter, name: string, raw: RawArg): Parsed {
  const byOperator = raw instanceof Map ? raw : new Map([['eq', raw]])
  const known = new Set<string>(filter.operators)
  if ([...byOperator.keys()].some((operator) => !known.has(operator)))
    return refuse(
      'rest_not_in_enum',
      sentence('The operator of %1$s is not one of %2$l.', name, filter.operators),
    )
  const comparisons: Comparison[] = []
  for (const operator of filter.operators) {
    const values = byOperator.get(operator)
    if (values === undefined) continue
    const read = valuesIn(filter.by.type, operator, `${name}[${operator}]`, values)
    if ('code' in read) return read
    comparisons.push({ operator, values: read })
  }
  return { value: comparisons }
}

function valuesIn(
  type: FilterType,
  operator: Operator,
  name: string,
  raw: RawArg,
): readonly string[] | Refusal {
  const isList = operator === 'in'
  const texts = isList ? textsIn(raw) : [textOf(raw)]
  const wanted = operator === 'exists' ? 'boolean' : type
  const values = texts
    .map((text) => (text === null ? null : filterValue(wanted, text)))
    .filter((value) => value !== null)
  if (texts.length === 0 || values.length < texts.length) return wrongType(name, [wanted])
  if (values.length > valuesMax)
    return refuse('rest_too_many_items', counting(valuesMax, manyItems, name, valuesMax))
  return values
}

function textsIn(raw: RawArg): readonly (string | null)[] {
  return raw instanceof Map ? [...raw.values()].map(textOf) : (textOf(raw)?.split(',') ?? [])
}

/** Null for lists and objects, which are no values. */
function textOf(raw: RawArg): string | null {
  return typeof raw === 'object' ? null : String(raw)
}

/** The schema of an operator's operand, for documents. */
function schemaOf({ by: { type } }: DeclaredFilter, operator: Operator): ArgSchema {
  if (operator === 'exists') return { type: 'boolean', description: 'Whether there is such a value.' }
  const one = valueSchemas[type]
  return operator === 'in' ? { type: 'array', items: one, maxItems: valuesMax } : one
}

const valueSchemas: Readonly<Record<FilterType, ArgSchema>> = {
  integer: { type: 'integer' },
  decimal: { type: 'number' },
  text: { type: 'string', maxLength: 191 },
  boolean: { type: 'boolean' },
  date: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}([T ]\\d{2}:\\d{2}(:\\d{2})?)?$' },
}
