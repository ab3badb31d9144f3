// Routes of the REST interface.
import type { Static, TObject, TProperties, TSchema } from 'typebox'
import type { Failure, Refusal } from '../core/failure.ts'
import type { Query } from '../core/query-string.ts'
import type { Caching, Header, Paging, Reply } from '../core/reply.ts'
import type { Request } from '../core/request.ts'
import type { Tag } from '../core/tag.ts'
import type { Viewer } from '../core/viewer.ts'
import type { Projection } from './projection.ts'

export interface RouteDefinition<A extends TProperties = TProperties> {
  /** `cms/v2`; the brand's own namespace is written `:v2`. */
  readonly namespace: string
  /**
   * `/posts/:id`; a parameter that is an integer arg matches digits, any other what names are made of. A parameter of
   * another pattern is written out: `(?P<user>\d+|me)`.
   */
  readonly path: string
  readonly methods: readonly ('GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE')[]
  readonly args: A
  readonly permission: 'public' | ((viewer: Viewer, args: Static<TObject<A>>) => Failure | null)
  /** Whether its handler, which only reads, is what knows who is let in: it is asked where arguments are refused, too. */
  readonly letsInByHandling?: boolean
  /** Arguments that this viewer may not give, whatever their values are worth. */
  readonly forbids?: (viewer: Viewer, given: Query) => Readonly<Record<string, Refusal>>
  readonly handle: (input: RouteInput<Static<TObject<A>>>) => Promise<Answer | Failure>
  /** The schema of what it answers, for OPTIONS. */
  readonly schema?: TSchema
  /** Whether the owning system has no such route, or none that the owner wants asked instead. */
  readonly isOwn?: boolean
  /** Whether its handler looks at the address, beyond its arguments: answers are kept under it as it was sent. */
  readonly readsAddress?: boolean
  /** What is said of its answers to those who keep them, where the owner says nothing of their addresses. */
  readonly caching?: Caching
  /**
   * Whether it answers more than one of what the schema says: a page of them, all of them, or all of them by name; where
   * there may be none, that is an empty list.
   */
  readonly lists?: 'page' | 'whole' | 'named' | 'named, if any'
}

export interface RouteInput<A> {
  readonly request: Request
  readonly args: A
  /** What the client sent, before defaults, for links that repeat it. */
  readonly given: Query
  readonly projection: Projection
  /** What the address holds in the places of its parameters. */
  readonly parameters: Query
  readonly viewer: Viewer
}

export interface Answer {
  /** 200 without a word. */
  readonly status?: number
  readonly body: unknown
  /** Whether the body holds no more than `_fields` asks for already. */
  readonly isSelected?: true
  readonly headers: readonly Header[]
  /** How envelopes write totals; as numbers without a word. */
  readonly totalsAs?: 'text'
  /** Links to these are written for each request. */
  readonly paging?: Paging
  readonly tags: ReadonlySet<Tag>
  /** `never` where something that only this client knows (a password) went into it. */
  readonly store: Reply['store']
  /** What ran for it, where that is told. */
  readonly ran?: Reply['ran']
}
