// Rows of test databases that are not WordPress's: each has the same few rows under keys of its own.
import type { LayoutMapping } from '../../src/database/layout-mapping.ts'

type Id = number | string

export interface LegacySite {
  readonly name: string
  readonly statements: readonly string[]
  readonly layout: LayoutMapping
  /** Of the articles, the oldest first: three that are public, a draft and one that is deleted. */
  readonly alpha: Id
  readonly beta: Id
  readonly gamma: Id
  readonly draft: Id
  readonly gone: Id
  readonly ada: Id
  readonly ben: Id
  readonly news: Id
  readonly letters: Id
  readonly comment: Id
  /** What the index of lists by date is on. */
  readonly index: string
  /** Statements: alpha gets another title, the draft is published, the comment another text. */
  readonly retitle: (title: string) => string
  readonly publish: string
  readonly recomment: string
}

export const options = {
  blogname: 'The Gazette',
  home: 'https://gazette.example',
  permalink_structure: '/%category%/%postname%/',
  timezone_string: 'UTC',
} as const
