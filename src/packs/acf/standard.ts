// Values in the format `standard`: as templates get them, with the rows that they name, as far as the viewer may read these.
import { phpToJson, textOf, type PhpArray, type PhpValue } from '../../index.ts'
import { isTruthy, phpText, textIn, wholeNumber } from '../php/stored.ts'
import type { AcfField } from './definitions.ts'
import { place, type Format } from './light.ts'
import { choice, choices, colour, day, embed, lines, link } from './standard-texts.ts'
import type { Targets } from './targets.ts'

/** `html` renders the text of an editor. */
export function standardFormat(targets: Targets, html: (text: string) => string): Format {
  return {
    noRows: false,
    nameOf: ({ ownName, name }) => ownName ?? name,
    value: (field, value) =>
      field.type === 'wysiwyg' && typeof value === 'string' && isTruthy(value)
        ? html(value)
        : standardValue(field, value, targets),
  }
}

function standardValue({ type, settings }: AcfField, value: PhpValue, targets: Targets): unknown {
  const returned = textIn(settings, 'return_format')
  switch (type) {
    case 'textarea':
      return isTruthy(value) ? lines(settings, value) : phpToJson(value)
    case 'oembed':
      return embed(value)
    case 'true_false':
      return isTruthy(value)
    case 'date_picker':
    case 'date_time_picker':
    case 'time_picker':
      return day(type, settings, value)
    case 'color_picker':
      return returned === 'array' ? colour(value) : phpToJson(value)
    case 'select':
    case 'radio':
    case 'button_group':
      return choice(settings, value)
    case 'checkbox':
      return choices(settings, value)
    case 'image':
    case 'file':
      return file(returned, value, targets)
    case 'gallery':
      return gallery(returned, value, targets)
    case 'link':
      return link(settings, value)
    case 'post_object':
      return postObject(settings, value, targets)
    case 'relationship':
      if (!isTruthy(value)) return phpToJson(value)
      return returned === 'id' ? listed(value).map(wholeNumber) : posts(settings, value, targets)
    case 'page_link':
      return pageLink(settings, value, targets)
    case 'taxonomy':
      return terms(returned, settings, value, targets)
    case 'user':
      return users(returned, settings, value, targets)
    case 'google_map':
      return phpToJson(place(value) ?? false)
    case 'icon_picker':
      return icon(returned, value, targets)
    default:
      return phpToJson(value)
  }
}

function listed(value: PhpValue): readonly PhpValue[] {
  return value instanceof Map ? [...value.values()] : [value]
}

/** The ids among stored values, in their order: texts that PHP takes for numbers. */
export function idsIn(value: PhpValue): readonly string[] {
  return numeric(value)
    .filter((id) => id > 0)
    .map(String)
}

function numeric(value: PhpValue): readonly number[] {
  return listed(value)
    .map(phpText)
    .filter((id) => /^\s?\d{1,15}(?:\.\d{1,9})?\s?$/.test(id))
    .map((id) => Math.trunc(Number(id)))
}

function found<T>(ids: readonly string[], of: (id: string) => T | null): readonly T[] {
  return ids.map(of).filter((each) => each !== null)
}

function file(returned: string, value: PhpValue, targets: Targets): unknown {
  const [id] = value instanceof Map ? [] : idsIn(value)
  if (id === undefined) return false
  if (returned === 'id') return Number(id)
  const named = targets.file(id)
  if (named === null) return false
  return returned === 'url' ? named.url : named.whole
}

function gallery(returned: string, value: PhpValue, targets: Targets): unknown {
  const files = found(isTruthy(value) ? idsIn(value) : [], targets.file)
  if (files.length === 0) return false
  return files.map(({ id, url, whole }) =>
    returned === 'id' ? Number(id) : returned === 'url' ? url : whole,
  )
}

/** Posts of the types that the field takes; of all types where it names none. */
function posts(settings: PhpArray, value: PhpValue, targets: Targets): readonly unknown[] {
  return found(idsIn(value), (id) => (isOfType(id, settings, targets) ? targets.post(id) : null))
}

function isOfType(id: string, settings: PhpArray, targets: Targets): boolean {
  const types = listed(settings.get('post_type') ?? null)
    .map(phpText)
    .filter((type) => type !== '')
  const type = targets.post(id)?.['post_type']
  return types.length === 0 || types.some((each) => each === type)
}

/** A field that takes one post shows the first, however many are stored. */
function postObject(settings: PhpArray, value: PhpValue, targets: Targets): unknown {
  const ids = numeric(value)
  const [first] = ids
  if (first === undefined || (first === 0 && !(value instanceof Map))) return false
  const isById = textIn(settings, 'return_format') === 'id'
  const shown = isById ? ids : posts(settings, value, targets)
  if (!isTruthy(settings.get('multiple'))) return shown[0] ?? false
  return isById && !(value instanceof Map) ? first : shown
}

/** Typed addresses stay; old versions of the plug-in stored the text `null` for none. */
function pageLink(settings: PhpArray, value: PhpValue, targets: Targets): unknown {
  if (value === 'null') return false
  if (!isTruthy(value)) return phpToJson(value)
  const urls = listed(value)
    .map((each) => {
      const id = phpText(each)
      if (!/^\d+$/.test(id)) return phpToJson(each)
      return isOfType(id, settings, targets) ? targets.page(id) : null
    })
    .filter((url) => url !== null)
  return isTruthy(settings.get('multiple')) ? urls : (urls[0] ?? null)
}

/** A missing term leaves a gap, and PHP encodes a list with gaps as an object. */
function terms(returned: string, settings: PhpArray, value: PhpValue, targets: Targets): unknown {
  if (!isTruthy(value)) return false
  if (returned !== 'object') return phpToJson(value)
  const shown = listed(value).flatMap((each, nth): [string, unknown][] => {
    const id = String(wholeNumber(each))
    if (id === '0') return [[String(nth), emptyTerm]]
    const term = targets.term(id, textIn(settings, 'taxonomy') || 'category')
    return term === null ? [] : [[String(nth), term]]
  })
  if (value instanceof Map) {
    const isWhole = shown.every(([nth], at) => nth === String(at))
    return isWhole ? shown.map(([, term]) => term) : Object.fromEntries(shown)
  }
  return shown[0]?.[1] ?? (['select', 'radio'].includes(textIn(settings, 'field_type')) ? null : [])
}

const emptyTerm = { errors: { invalid_term: ['Empty Term.'] }, error_data: [] }

function users(returned: string, settings: PhpArray, value: PhpValue, targets: Targets): unknown {
  const all = found(idsIn(value), targets.user)
  if (all.length === 0) return false
  const shown = all.map((user) =>
    returned === 'id' ? user.id : returned === 'object' ? user.account : user.whole,
  )
  return isTruthy(settings.get('multiple')) ? shown : shown[0]
}

function icon(returned: string, value: PhpValue, targets: Targets): unknown {
  if (!isTruthy(value)) return { type: null, value: null }
  if (!(value instanceof Map)) return phpToJson(value)
  const stored = value.get('value') ?? null
  const [id] = textIn(value, 'type') === 'media_library' ? idsIn(stored) : []
  const named = id === undefined ? null : targets.file(id)
  if (returned !== 'array') return id === undefined ? phpToJson(stored) : (named?.url ?? false)
  return id === undefined ? phpToJson(value) : { type: textIn(value, 'type'), value: named?.whole ?? false }
}

/** A post's row as PHP has it, without its password; texts that the password protects are empty. */
export function rawPost(row: Parameters<typeof textOf>[0]): Readonly<Record<string, unknown>> {
  const text = (column: string) => textOf(row, column)
  const isProtected = text('password') !== ''
  return {
    ID: Number(text('id')),
    post_author: text('author_id'),
    post_date: text('created_at'),
    post_date_gmt: text('created_at_utc'),
    post_content: isProtected ? '' : text('content'),
    post_title: text('title'),
    post_excerpt: isProtected ? '' : text('excerpt'),
    post_status: text('status'),
    comment_status: text('comment_status'),
    ping_status: text('ping_status'),
    post_password: '',
    post_name: text('slug'),
    to_ping: '',
    pinged: '',
    post_modified: text('modified_at'),
    post_modified_gmt: text('modified_at_utc'),
    post_content_filtered: '',
    post_parent: Number(text('parent_id')),
    guid: text('guid'),
    menu_order: Number(text('menu_order')),
    post_type: text('type'),
    post_mime_type: text('mime_type'),
    comment_count: text('comment_count'),
    filter: 'raw',
  }
}
