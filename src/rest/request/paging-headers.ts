// Links to the neighbouring pages (`Link`), and the queries that they repeat.
import { secretArgs, type Query, type QueryValue } from '../../core/query-string.ts'
import { pagesBeside } from '../../core/pages.ts'
import type { Header, Paging } from '../../core/reply.ts'
import { withQuery } from '../../site/rest-address.ts'

/** The query of a request before and after the argument that differs between pages. */
export interface Echo {
  readonly before: string
  readonly after: string
}

/** Keeps the order of arguments, and writes those in `args` in their parsed form. */
export function echoOf(given: Query, args: Readonly<Record<string, unknown>>, name: Paging['name']): Echo {
  const names = [...new Map([...given, [name, '']]).keys()]
  const at = names.indexOf(name)
  const written = (some: readonly string[]) =>
    writeQuery(new Map(some.map((each) => [each, given.get(each) ?? ''])), args)
  const [before, after] = [written(names.slice(0, at)), written(names.slice(at + 1))]
  return { before: before === '' ? '' : `${before}&`, after: after === '' ? '' : `&${after}` }
}

export function linksBeside(
  { address, name, pages }: Pick<Paging, 'address' | 'name' | 'pages'>,
  { before, after }: Echo,
): readonly string[] {
  const to = (value: string | number) =>
    withQuery(address, `${before}${name}=${encode(String(value))}${after}`)
  return pages.map(([rel, value]) => `<${to(value)}>; rel="${rel}"`)
}

/** The links to the neighbouring pages. */
export function pageLinks(
  address: string,
  given: Query,
  args: Readonly<Record<string, unknown>>,
  page: number,
  pages: number,
): readonly string[] {
  return linksBeside({ address, name: 'page', pages: pagesBeside(page, pages) }, echoOf(given, args, 'page'))
}

/** The query without secrets; arguments in `args` are written in their parsed form. */
export function writeQuery(given: Query, args: Readonly<Record<string, unknown>>): string {
  return [...given.keys()]
    .filter((name) => !secretArgs.includes(name))
    .flatMap((name) => {
      const asGiven = given.get(name)
      return writePairs(name, Object.hasOwn(args, name) ? withGiven(args[name], asGiven) : asGiven)
    })
    .join('&')
}

/** Repeats only members of an object that were in the request, without defaults. */
function withGiven(value: unknown, given: QueryValue | undefined): unknown {
  const isList = Array.isArray(value) || value instanceof Map
  if (typeof value !== 'object' || value === null || isList) return value
  return given instanceof Map
    ? Object.fromEntries(Object.entries(value).filter(([name]) => given.has(name)))
    : value
}

/** Writes arguments as WordPress does: lists with indexes, true as 1, false and null as a name without a value. */
function writePairs(name: string, value: unknown): readonly string[] {
  if (typeof value === 'object' && value !== null) {
    const members: Iterable<readonly [unknown, unknown]> =
      value instanceof Map || Array.isArray(value) ? value.entries() : Object.entries(value)
    return [...members].flatMap(([key, member]) => writePairs(`${name}[${String(key)}]`, member))
  }
  const text = value === true ? '1' : value === false ? '' : String(value)
  return [text === '' ? encode(name) : `${encode(name)}=${encode(text)}`]
}

/** Encodes an address for a header. */
export function toHeader(address: string): string {
  return address.toWellFormed().replace(/[^\x21-\x7e]+/g, encodeURIComponent)
}

/** Encodes as PHP's urlencode does. */
function encode(text: string): string {
  const escaped = encodeURIComponent(text.toWellFormed()).replaceAll('%20', '+')
  return escaped.replace(/[!'()*~]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** Limits the header, because many clients and proxies refuse longer ones. */
const linkBytesMax = 8192

export function linkHeader(links: readonly string[]): readonly Header[] {
  const value = links.join(', ')
  return value === '' || value.length > linkBytesMax ? [] : [['Link', value]]
}
