// Keys of parsed arguments: equal for equal values alone, and short, because they leave out what has its default.
import { once } from '../core/once.ts'

type Values = Readonly<Record<string, unknown>>

/** Compiles the key of `values`, of which `named` were sent; null where JSON cannot tell them apart from other values. */
export function compileArgsKey(
  defaults: Values,
): (values: Values, named: readonly string[]) => string | null {
  const texts = once(() => new Map(Object.entries(defaults).map(([name, value]) => [name, textOf(value)])))
  const withoutText = once(() => [...texts()].flatMap(([name, text]) => (text === null ? [name] : [])))
  return (values, named) => {
    if (withoutText().some((name) => !named.includes(name))) return null
    let key = ''
    for (const name of named) {
      const text = textOf(values[name])
      if (text === null) return null
      if (text !== (texts().get(name) ?? '')) key += `${JSON.stringify(name)}:${text},`
    }
    return key
  }
}

/** The value's JSON; empty for no value, null for values, as `sanitize` may make, that JSON cannot hold. */
function textOf(value: unknown): string | null {
  if (value === undefined) return ''
  return isPlain(value) ? JSON.stringify(value) : null
}

/** True where equal JSON means equal values. */
function isPlain(value: unknown): boolean {
  if (value === null || value === undefined || typeof value === 'string' || typeof value === 'boolean')
    return true
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0)
  if (typeof value !== 'object') return false
  if (Array.isArray(value)) return value.every((each) => each !== undefined && isPlain(each))
  const prototype: unknown = Object.getPrototypeOf(value)
  return (prototype === Object.prototype || prototype === null) && Object.values(value).every(isPlain)
}
