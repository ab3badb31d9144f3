// Robots: directives for search engines, as Rank Math writes them.
import { parsePhpValue, type PhpArray, type Site } from '../../index.ts'
import { arrayOf, phpText, textsIn } from '../php/stored.ts'
import { isOn, settings } from './settings.ts'

export interface Robots {
  readonly isIndexed: boolean
  readonly words: readonly string[]
}

export interface AskedRobots {
  /** The object's own directives, serialized. */
  readonly own: string
  readonly advanced: string
  /** The prefix of the settings of its kind: `pt_post`. */
  readonly setting: string
  readonly isHidden?: boolean
}

const usual: PhpArray = new Map([
  ['max-snippet', '-1'],
  ['max-video-preview', '-1'],
  ['max-image-preview', 'large'],
])

export function robotsOf(site: Site, { own, advanced, setting, isHidden = false }: AskedRobots): Robots {
  const { titles, isPublic } = settings.of(site)
  const ownWords = listOf(arrayOf(parsePhpValue(own)))
  const hasSetting = isOn(titles.get(`${setting}_custom_robots`))
  const words =
    ownWords.length > 0 ? ownWords : textsIn(titles, hasSetting ? `${setting}_robots` : 'robots_global')
  const isIndexed = isPublic && !isHidden && !words.includes('noindex')
  const follow = words.includes('nofollow') ? 'nofollow' : 'follow'
  const others = words.filter((word) => !['index', 'noindex', 'follow', 'nofollow'].includes(word))
  if (!isIndexed) {
    const both = words.includes('nofollow') ? ['noindex', 'nofollow'] : ['follow', 'noindex']
    return { isIndexed, words: [...both, ...others] }
  }
  const limits = arrayOf(parsePhpValue(advanced))
  // The home page has no default limits
  const stored = limits.size > 0 ? limits : setting === 'homepage' ? new Map() : usual
  return {
    isIndexed,
    words: ['index', follow, ...others, ...[...stored].map(([name, value]) => `${name}:${phpText(value)}`)],
  }
}

/** Directives that are texts; other stored values are broken. */
function listOf(stored: PhpArray): readonly string[] {
  return [...stored.values()]
    .filter((word) => typeof word === 'string' && /^[a-z]{1,20}$/.test(word))
    .map(phpText)
}
