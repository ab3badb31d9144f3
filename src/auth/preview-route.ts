// The route that issues preview tokens: for content that the viewer may edit, or for any where a front end's server sends the
// shared secret.
import { fail, isFailure, type Failure } from '../core/failure.ts'
import { noTags } from '../core/reply.ts'
import type { Request } from '../core/request.ts'
import type { User, Viewer } from '../core/viewer.ts'
import { Id } from '../registry/args.ts'
import type { Registry } from '../registry/registry.ts'
import { isSame } from './cookie.ts'
import { credentialOf } from './preview-method.ts'
import type { PreviewTokens } from './preview-token.ts'

export interface PreviewRouteOptions {
  readonly previews: PreviewTokens
  readonly secret: string | undefined
  /** True where the content exists and the editor may edit it; without an editor, where it exists. */
  readonly isPreviewed: (post: string, editor: User | null) => Promise<boolean | Failure>
}

export function registerPreviewRoute(
  registry: Registry,
  { previews, secret, isPreviewed }: PreviewRouteOptions,
): void {
  registry.route({
    namespace: 'lectern/v1',
    path: '/preview-tokens',
    methods: ['POST'],
    isOwn: true,
    args: { post: Id('The content to preview.', { idOf: 'posts' }) },
    permission: 'public',
    handle: async ({ request, args, viewer }) => {
      const editor = makerOf(request, viewer, secret)
      if (isFailure(editor)) return editor
      const post = String(args.post)
      const found = await isPreviewed(post, editor)
      if (isFailure(found)) return found
      if (!found) return fail(editor === null ? 'rest_post_invalid_id' : 'rest_forbidden')
      const issued = await previews.issue({ post, editor })
      if (isFailure(issued)) return issued
      return {
        status: 201,
        body: { token: issued.token, post: args.post, expires: issued.expiresAt.toISOString() },
        headers: [],
        tags: noTags,
        store: 'never',
      }
    },
  })
}

/** The user who requests a token; null for a front end's server that knows the secret. */
function makerOf(request: Request, viewer: Viewer, secret: string | undefined): User | null | Failure {
  const given = credentialOf(request, 'preview-secret')
  if (given === null) return viewer.kind === 'user' ? viewer : fail('rest_forbidden')
  return secret !== undefined && isSame(given, secret) ? null : fail('incorrect_preview_secret')
}
