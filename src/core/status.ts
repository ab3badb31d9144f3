// The statuses of content: WordPress's, and those that extensions define, in the terms of register_post_status. Rules of who
// reads and edits content, lists, addresses and tags of changes all follow from these definitions.

export interface StatusDefinition {
  /** The word in the rows: lower-case letters, digits, `_` and `-`, at most 20. */
  readonly name: string
  /** The label in user interfaces. Default: `name`. */
  readonly label?: string
  /**
   * The readers of content in this status: `public`: everybody; `private`: its author, and viewers who may read private content;
   * others: its author, and viewers who may edit it. Editors are not shown `internal` statuses; `outside` ones are those
   * that WordPress registers as none of these (`'public' => false`).
   */
  readonly read: 'public' | 'private' | 'protected' | 'internal' | 'outside'
  /**
   * True where it is registered as protected as well: its content then has no address of its own. Default: true for `protected`
   * alone.
   */
  readonly isProtected?: boolean
  /** False where `status=any` excludes it (exclude_from_search). Default: true, but false for internal statuses. */
  readonly isSearched?: boolean
  /**
   * True where the site shows its content at addresses of their own (publicly_queryable), which protected and internal content
   * never has. Default: true for public statuses alone.
   */
  readonly isQueryable?: boolean
  /** True where lists of all content show it to editors (show_in_admin_all_list). Default: true, but false for internal statuses. */
  readonly isListed?: boolean
  /** True where its content has no date of its own yet (date_floating). Default: false. */
  readonly hasFloatingDate?: boolean
}

/** A definition with its defaults. */
export type Status = Required<StatusDefinition>

/** The statuses that a site has. */
export interface Statuses {
  /** WordPress's statuses come first. */
  readonly all: readonly Status[]
  readonly names: readonly string[]
  /** The names of statuses that editors see: all but internal ones. */
  readonly shown: readonly string[]
  /** The names of statuses that `status=any` stands for. */
  readonly any: readonly string[]
  /** The names of statuses whose content everybody may read; `publish` is the first. */
  readonly public: readonly string[]
  /** The names of statuses whose content readers of private content may read; `private` is the first. */
  readonly private: readonly string[]
  /** The names of statuses whose content has addresses of its own (is_post_status_viewable). */
  readonly addressed: ReadonlySet<string>
  /** The names of statuses whose content everybody may read, although it has no addresses of its own. */
  readonly unaddressed: ReadonlySet<string>
  /** The names of statuses whose content has an address for some viewers, now or later: editors see future ones already. */
  readonly addressable: ReadonlySet<string>
}

/** WordPress's own statuses, in the order in which it registers them. */
const builtIn: readonly StatusDefinition[] = [
  { name: 'publish', label: 'Published', read: 'public' },
  { name: 'future', label: 'Scheduled', read: 'protected' },
  { name: 'draft', label: 'Draft', read: 'protected', hasFloatingDate: true },
  { name: 'pending', label: 'Pending', read: 'protected', hasFloatingDate: true },
  { name: 'private', label: 'Private', read: 'private' },
  { name: 'trash', label: 'Trash', read: 'internal' },
  { name: 'auto-draft', read: 'internal', hasFloatingDate: true },
  { name: 'inherit', read: 'internal' },
  { name: 'request-pending', read: 'internal' },
  { name: 'request-confirmed', read: 'internal' },
  { name: 'request-failed', read: 'internal' },
  { name: 'request-completed', read: 'internal' },
]

/** Viewers who may edit published, or private, content edit content of these statuses. WordPress names no others. */
export const editedAsPublished: readonly string[] = ['publish', 'future']
export const editedAsPrivate: readonly string[] = ['private']

/** WordPress's statuses and further definitions. */
export function statusesOf(definitions: readonly StatusDefinition[]): Statuses {
  const all = [...builtIn, ...definitions].map(withDefaults)
  const names = (is: (status: Status) => boolean) => all.filter(is).map(({ name }) => name)
  const addressed = names(
    ({ read, isProtected, isQueryable }) => isQueryable && !isProtected && read !== 'internal',
  )
  return {
    all,
    names: names(() => true),
    shown: names(({ read }) => read !== 'internal'),
    any: names(({ isSearched }) => isSearched),
    public: names(({ read }) => read === 'public'),
    private: names(({ read }) => read === 'private'),
    addressed: new Set(addressed),
    unaddressed: new Set(names(({ name, read }) => read === 'public' && !addressed.includes(name))),
    addressable: new Set([
      ...addressed,
      ...names(({ read, isProtected }) => read === 'private' || isProtected),
    ]),
  }
}

function withDefaults({
  name,
  label = name,
  read,
  isProtected = read === 'protected',
  isSearched = read !== 'internal',
  isQueryable = read === 'public',
  isListed = read !== 'internal',
  hasFloatingDate = false,
}: StatusDefinition): Status {
  return { name, label, read, isProtected, isSearched, isQueryable, isListed, hasFloatingDate }
}

export const builtInStatuses: Statuses = statusesOf([])

/**
 * WordPress's statuses whose content anonymous viewers never read; files inherit the status of their parent. Statuses of
 * extensions are not among these, whatever their `read`.
 */
export const hiddenStatuses: ReadonlySet<string> = new Set(
  builtInStatuses.names.filter((name) => name !== 'inherit' && !builtInStatuses.public.includes(name)),
)
