// The statuses of content, as WordPress registers them (register_post_status).
import { Type } from 'typebox'
import { fail } from '../../core/failure.ts'
import type { Viewer } from '../../core/viewer.ts'
import { defineDirectory, type DirectoryDefinition } from '../../registry/directory.ts'
import { hiddenEntry } from './type-directory.ts'
import { internal } from '../content/content-statuses.ts'

interface Status {
  readonly slug: string
  readonly name: string
  /**
   * The readers of content with the status: everybody, viewers with a capability, editors; no viewer for statuses
   * outside of these.
   */
  readonly read: 'public' | 'private' | 'protected' | 'outside'
  /** True where content with the status has no date of its own yet. */
  readonly hasFloatingDate: boolean
}

const statuses: readonly Status[] = [
  { slug: 'publish', name: 'Published', read: 'public', hasFloatingDate: false },
  { slug: 'future', name: 'Scheduled', read: 'protected', hasFloatingDate: false },
  { slug: 'draft', name: 'Draft', read: 'protected', hasFloatingDate: true },
  { slug: 'pending', name: 'Pending', read: 'protected', hasFloatingDate: true },
  { slug: 'private', name: 'Private', read: 'private', hasFloatingDate: false },
  { slug: 'trash', name: 'Trash', read: 'outside', hasFloatingDate: false },
]

const flag = Type.Boolean()

/** Viewers who edit content of any type see all statuses, others see public ones. */
export function statusDirectory(editsAny: (viewer: Viewer) => boolean): DirectoryDefinition {
  return defineDirectory({
    base: 'statuses',
    parameter: 'status',
    filter: null,
    keepsLinks: true,
    schemas: {
      name: Type.String(),
      private: flag,
      protected: flag,
      public: flag,
      queryable: flag,
      show_in_list: flag,
      slug: Type.String(),
      date_floating: flag,
    },
    embedded: ['name', 'slug'],
    edited: ['private', 'protected', 'show_in_list'],
    entries: [
      ...statuses.map(({ slug, name, read, hasFloatingDate }) => ({
        name: slug,
        isVisible: (viewer: Viewer) => read === 'public' || editsAny(viewer),
        isEditable: editsAny,
        members: () => ({
          name,
          private: read === 'private',
          protected: read === 'protected',
          public: read === 'public',
          queryable: read === 'public',
          show_in_list: read !== 'outside',
          slug,
          date_floating: hasFloatingDate,
        }),
        links: { archives: read === 'public' ? 'posts' : `posts?status=${slug}` },
      })),
      ...internal.map(hiddenEntry),
    ],
    refusals: {
      list: fail('rest_cannot_view', 'Sorry, you are not allowed to manage post statuses.'),
      unknown: fail('rest_status_invalid'),
      hidden: fail('rest_cannot_read_status'),
      editing: null,
    },
  })
}
