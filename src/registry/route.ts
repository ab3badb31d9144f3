// Routes of the REST interface.
import type { Static, TObject, TProperties, TSchema } from 'typebox'
import type { Failure, Refusal } from '../core/failure.ts'
import type { RawArgs } from '../core/raw-args.ts'
import type { Query } from '../core/query-string.ts'
import type { Caching, Header, Paging, Reply } from '../core/reply.ts'
import type { Request } from '../core/request.ts'
import type { Tag } from '../core/tag.ts'
import type { Viewer } from '../core/viewer.ts'
import type { Projection } from './projection.ts'

export interface RouteDefinition<A extends TProperties = TProperties> {
  /** The namespace: `cms/v2`; the brand's own is written `:v2`. */
  readonly namespace: string
  /**
   * The path: in `/posts/:id` the parameter matches digits where its argument is an integer, else word characters and
   * hyphens. Another pattern is written out: `(?P<user>\d+|me)`.
   */
  readonly path: string
  readonly methods: readonly ('GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE')[]
  readonly args: A
  /** Arguments with this prefix must be the route's; other unknown arguments are ignored, as in WordPress. */
  readonly closedPrefix?: string
  readonly permission: 'public' | ((viewer: Viewer, args: Static<TObject<A>>) => Failure | null)
  /** True where only the handler, which must only read, decides which viewers are admitted: it also runs where arguments are refused. */
  readonly letsInByHandling?: boolean
  /** False where a viewer who sends these refused arguments is not admitted. */
  readonly admitsWrong?: (viewer: Viewer, wrong: RawArgs) => boolean
  /** Arguments that this viewer must not send, with their refusals. */
  readonly forbids?: (viewer: Viewer, raw: Query) => Readonly<Record<string, Refusal>>
  readonly handle: (input: RouteInput<Static<TObject<A>>>) => Promise<Answer | Failure>
  /** The schema of its answer, for OPTIONS. */
  readonly schema?: TSchema
  /** Returns that schema where it depends on stored values. */
  readonly describe?: DescribeAnswer | undefined
  /** True where WordPress has no such route, or the owner prefers this one to WordPress's. */
  readonly isOwn?: boolean
  /** True where the handler reads the address itself: answers are then cached by the address as sent. */
  readonly readsAddress?: boolean
  /** The root element of its answer as XML, where these arguments request XML instead of JSON. */
  readonly xmlRoot?: (raw: Query) => string | null
  /** The caching policy of its answers, where none of the owner's rules matches. */
  readonly caching?: Caching
  /**
   * The answer's form where it holds several items of the schema: a page of them, all, or all by name. With `named, if any`
   * an answer without items is an empty list.
   */
  readonly lists?: 'page' | 'whole' | 'named' | 'named, if any'
  /** Reduces parsed arguments to those that links to other pages repeat. */
  readonly repeated?: (args: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>
}

export type DescribeAnswer = (asked: {
  readonly args: Readonly<Record<string, unknown>>
  readonly viewer: Viewer
}) => Promise<TSchema | Failure>

export interface RouteInput<A> {
  readonly request: Request
  readonly args: A
  /** Arguments as sent, before defaults, for links that repeat them. */
  readonly raw: Query
  readonly projection: Projection
  /** The values of the parameters in the address. */
  readonly parameters: Query
  readonly viewer: Viewer
}

export interface Answer {
  /** Default: 200. */
  readonly status?: number
  readonly body: unknown
  /** True where the body is already restricted to `_fields`. */
  readonly isSelected?: true
  readonly headers: readonly Header[]
  /** Set where envelopes write totals as text. Default: as numbers. */
  readonly totalsAs?: 'text'
  /** The neighbouring pages, whose links are built for each request. */
  readonly paging?: Paging
  readonly tags: ReadonlySet<Tag>
  /** `never` where the answer depends on a secret of this client, such as a password. */
  readonly store: Reply['store']
  /** The statements that ran for the answer, where `Server-Timing` reports them. */
  readonly ran?: Reply['ran']
}
