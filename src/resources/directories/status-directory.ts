// The statuses of content, as WordPress registers them (register_post_status).
import { Type } from 'typebox'
import { fail } from '../../core/failure.ts'
import { builtInStatuses, type Status, type Statuses } from '../../core/status.ts'
import type { Site } from '../../site/site.ts'
import type { Viewer } from '../../core/viewer.ts'
import { defineDirectory, type DirectoryDefinition } from '../../registry/directory.ts'
import { hiddenEntry } from './type-directory.ts'
import { named } from '../../render/words.ts'
const flag = Type.Boolean()
const builtIn: ReadonlySet<string> = new Set(builtInStatuses.all.map(({ name }) => name))

/** Viewers who edit content of any type see all statuses but internal ones; other viewers see public ones. */
export function statusDirectory(
  { all }: Statuses,
  editsAny: (viewer: Viewer) => boolean,
): DirectoryDefinition {
  const isTrash = ({ name }: Status) => name === 'trash'
  const listed = all.filter(({ read }) => read !== 'internal')
  const trash = all.filter(isTrash)
  const hidden = all.filter((status) => !isTrash(status) && status.read === 'internal')
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
      // The trash is internal, but is listed
      ...[...listed, ...trash].map(
        ({ name, label, read, isProtected, isQueryable, isListed, hasFloatingDate }) => ({
          name,
          isVisible: (viewer: Viewer) => read === 'public' || editsAny(viewer),
          isEditable: editsAny,
          members: ({ renderers }: Site) => ({
            name: builtIn.has(name) ? named(renderers ?? {}, 'post status', label) : label,
            private: read === 'private',
            protected: isProtected,
            public: read === 'public',
            queryable: isQueryable,
            show_in_list: isListed,
            slug: name,
            date_floating: hasFloatingDate,
          }),
          links: { archives: name === 'publish' ? 'posts' : `posts?status=${name}` },
        }),
      ),
      ...hidden.map(({ name }) => hiddenEntry(name)),
    ],
    refusals: {
      list: fail('rest_cannot_view', 'Sorry, you are not allowed to manage post statuses.'),
      unknown: fail('rest_status_invalid'),
      hidden: fail('rest_cannot_read_status'),
      editing: null,
    },
  })
}
