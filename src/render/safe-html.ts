// Sanitizes HTML that authors write into attributes of blocks: labels, bylines, prefixes and suffixes (wp_kses_post). Elements
// and attributes that could run a script are removed, and a `<` or `>` outside of tags is escaped.
import { hasOtherFunctions } from './block-wrapper.ts'
import { attributeUrl, wholeEntities } from './html-tag.ts'

const elements: ReadonlySet<string> = new Set(
  'a abbr b bdo big blockquote br cite code dd del dfn div dl dt em figcaption figure font h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q rp rt ruby s samp section small span strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var'.split(
    ' ',
  ),
)

/** Sanitizes a text in time linear in it. */
export function safeHtml(text: string): string {
  if (!/[<>&]/.test(text)) return text
  return withNumbers(
    wholeEntities(text).replace(
      /<\s*(\/\s*)?([a-z][a-z0-9]*)(?![a-z0-9])([^<>]*)>|<[^<>]*>|[<>]/gi,
      (whole, slash: string | undefined, name: string | undefined, rest = '') => {
        if (whole === '<') return '&lt;'
        if (whole === '>') return '&gt;'
        if (name === undefined || !elements.has(name.toLowerCase())) return ''
        return slash !== undefined ? `<${slash}${name}>` : `<${name}${attributesOf(rest)}>`
      },
    ),
  )
}

const attribute = /\s([a-z][a-z0-9_-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/gi
const plain = /^(?:alt|class|dir|height|id|lang|rel|role|target|title|width|aria-[\w-]+|data-[\w-]+)$/
const addresses: ReadonlySet<string> = new Set(['cite', 'href', 'src'])

function attributesOf(text: string): string {
  const kept = [...text.matchAll(attribute)].map(([, key = '', double, single, bare]) => {
    const name = key.toLowerCase()
    const value = safeValue(name, double ?? single ?? bare ?? '')
    return value === null ? '' : ` ${name}="${value.replaceAll('"', '&quot;')}"`
  })
  return kept.join('') + (/\/\s*$/.test(text) ? ' /' : '')
}

/** The value; null where the attribute is not allowed. */
function safeValue(name: string, value: string): string | null {
  if (name === 'style') return safeStyle(value) || null
  if (addresses.has(name)) return value !== '' && attributeUrl(value) === '' ? null : value
  return plain.test(name) ? value : null
}

const property =
  /^(?:(?:background-)?color|background|(?:border|font|margin|padding|text)(?:-[a-z]+)*|(?:max-|min-)?(?:height|width)|letter-spacing|line-height|vertical-align|float)$/

/** Keeps declarations of how text looks, but none of its position and none that could load a resource (safecss_filter_attr). */
function safeStyle(style: string): string {
  const kept = style.split(';').flatMap((each) => {
    const [name = '', value = ''] = each.split(':', 2)
    const isSafe = property.test(name.trim().toLowerCase()) && !/[\\&={}"]|\/\*/.test(each)
    return isSafe && value.trim() !== '' && !hasOtherFunctions('', each) ? [each.trim()] : []
  })
  return kept.join(';')
}

/** Pads numeric entities to three digits. */
function withNumbers(text: string): string {
  return text.replace(/&#(\d{1,2});/g, (_, digits: string) => `&#${digits.padStart(3, '0')};`)
}
