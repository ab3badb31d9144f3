// Labels of content types and taxonomies in the site's language, as far as WordPress itself has texts for them.
import { behindContext, translated, type Translations } from '../../core/sentence.ts'
import type { Wording } from '../../registry/content-type.ts'

/** The names of a kind, and the kind whose general labels it shares. */
export interface LabelNames {
  readonly kind: 'post type' | 'taxonomy'
  readonly plural: string
  readonly singular: string
  /** The translation context of some of the general labels. */
  readonly like: 'post' | 'page' | 'tags' | 'categories'
}

/** The translation contexts of single labels. */
const abouts: Readonly<Record<string, readonly string[]>> = {
  name_admin_bar: ['add new from admin bar'],
  item_link: ['navigation link block title'],
  item_link_description: ['navigation link block description'],
}

/** Caches the labels of each kind for each language: lists of menu items and of types contain all of them. */
export function keptLabels<Kind extends object>(
  make: (kind: Kind, translations: Translations) => Wording,
): (kind: Kind, translations: Translations) => Wording {
  const kept = new WeakMap<Translations, WeakMap<Kind, Wording>>()
  return (kind, translations) => {
    const inLanguage = kept.get(translations) ?? new WeakMap<Kind, Wording>()
    kept.set(translations, inLanguage)
    const labels = inLanguage.get(kind) ?? make(kind, translations)
    inLanguage.set(kind, labels)
    return labels
  }
}

export function wordingIn(translations: Translations, wording: Wording, names: LabelNames): Wording {
  const entries = Object.entries(wording).map(([label, text]): [string, string | null] => [
    label,
    text === null ? null : labelIn(translations, text, names, abouts[label]),
  ])
  return Object.fromEntries(entries)
}

/** A label of WordPress in the language; unchanged where the language has no translation. */
export function labelIn(
  translations: Translations,
  text: string,
  { kind, plural, singular, like }: LabelNames,
  about: readonly string[] = [],
): string {
  const isName = text === plural || text === singular
  const general = isName ? [`${kind} general name`] : [like]
  const own = text === singular ? [`${kind} singular name`] : []
  const contexts = [...about, ...own, ...general]
  const isThere = contexts.some((context) => translations.texts.has(context + behindContext + text))
  const isPlain =
    !isName || plainNames.has(text) || (kind === 'taxonomy' && text.startsWith('Navigation Menu'))
  return isThere || isPlain ? translated(text, contexts, translations) : text
}

/** Names that WordPress translates without a context. */
const plainNames: ReadonlySet<string> = new Set([
  'Navigation Menu Items',
  'Navigation Menu Item',
  'Font Families',
  'Font Family',
  'Font Faces',
  'Font Face',
])
