// Reads files as embedded items for documents that are no items themselves, such as the site's index.
import { fail, isFailure, type Failure } from '../../core/failure.ts'
import type { Viewer } from '../../core/viewer.ts'
import type { ResourceDefinition } from '../../registry/resource.ts'
import type { Reading } from '../../read/execute.ts'
import type { Site } from '../../site/site.ts'
import { translationsOf } from '../../site/translations.ts'
import { readTargets } from './embedded-targets.ts'
import { errorBody } from './error-body.ts'

interface From {
  readonly site: Site
  readonly viewer: Viewer
  readonly reading: Reading
}

/** Reads files by id; a file that the viewer may not see is replaced by the failure. */
export function createEmbedFiles(resources: ReadonlyMap<string, ResourceDefinition>) {
  return async (
    ids: readonly number[],
    { site, viewer, reading }: From,
  ): Promise<readonly unknown[] | Failure> => {
    const resource = resources.get('attachment')
    if (!resource) return ids.map(() => errorBody(fail('rest_no_route'), viewer, translationsOf(site)))
    const wanted = { ids: ids.map(String), how: { kind: 'item' }, besides: null } as const
    const representing = { resource, resources, site, viewer, context: 'embed', selection: null } as const
    const found = await readTargets(resource, wanted, representing, { reading, kept: null })
    if (isFailure(found)) return found
    return ids.map((id) => {
      const [value] = found.get(`${resource.name} ${id}`)?.values ?? []
      return value ?? errorBody(fail(resource.notFound), viewer, translationsOf(site))
    })
  }
}
