// Rows as blocks show them: posts, authors, terms and comments.
import type { Attachment } from './attachment.ts'

/** A local time of the site, with the name of its zone and the offset from UTC at that time. */
export interface LocalTime {
  /** `YYYY-MM-DD HH:MM:SS`. */
  readonly local: string
  readonly offsetHours: number
  /** `Europe/Berlin`; empty where the site has an offset alone. */
  readonly zone: string
}

export interface ShownPost {
  readonly id: string
  readonly type: string
  /** As stored. */
  readonly title: string
  /** The title with the words of the site's language for protected and private posts. */
  readonly markedTitle: string
  readonly link: string
  readonly created: LocalTime
  readonly modified: LocalTime
  /** True where a password protects it and the request lacks it. */
  readonly isLocked: boolean
  /** As stored; empty where it is locked. */
  readonly content: string
  /** The written excerpt, else the content's first words with ` [&hellip;]` where there are more; empty where it is locked. */
  readonly summary: (wordsMax: number) => string
  readonly author: () => ShownAuthor | null
  /** Its featured image. */
  readonly image: () => Attachment | null
  /** True where it names a featured image, even one that is deleted. */
  readonly hasImage: () => boolean
  /** Its terms of a taxonomy, by name. */
  readonly terms: (taxonomy: string) => readonly ShownTerm[]
  /** Its ancestors, topmost first. */
  readonly ancestors: () => readonly (ShownPage & Pick<ShownPost, 'markedTitle'>)[]
  /** The classes that WordPress's own pages give it. */
  readonly classes: () => readonly string[]
  /** The number of its comments. */
  readonly commentCount: number
  readonly hasOpenComments: () => boolean
}

export interface ShownAuthor {
  readonly name: string
  readonly link: string
  readonly biography: string
  /** Empty where the site shows no avatars; `size` in px. */
  readonly avatarUrl: (size: number) => string
}

export interface ShownTerm {
  readonly id: string
  readonly name: string
  readonly slug: string
  readonly taxonomy: string
  /** As stored. */
  readonly description: string
  readonly parentId: string
  readonly link: string
  readonly count: number
  /** Its ancestors, topmost first. */
  readonly ancestors: () => readonly Pick<ShownTerm, 'name' | 'link'>[]
}

export interface ShownComment {
  readonly id: string
  readonly author: string
  /** The address that its author gave, or of an author's page on the site; empty where there is neither. */
  readonly authorUrl: string
  readonly avatarUrl: (size: number) => string
  readonly link: string
  readonly postTitle: string
  readonly created: LocalTime
  readonly content: string
}

/** A comment among those of its post. */
export interface ShownReply extends ShownComment {
  /** The id of the comment that it replies to; `0` where it replies to none. */
  readonly parentId: string
  /** The address that its author gave; empty where there is none. */
  readonly ownUrl: string
  /** The classes that WordPress's own pages give it, without those of its position in the thread. */
  readonly classes: readonly string[]
}

/** A year, month or day in which posts were published, with their number. */
export interface Period {
  readonly year: number
  /** From 1; null for a whole year. */
  readonly month: number | null
  /** From 1; null for a whole month or year. */
  readonly day: number | null
  readonly count: number
}

export interface ShownPage extends Pick<ShownPost, 'id' | 'title' | 'link'> {
  readonly parentId: string
  /** True for the site's front page. */
  readonly isFront: boolean
}
