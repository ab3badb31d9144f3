// The scheme `Preview` of the header Authorization: a token that shows one item of content. Every route refuses an invalid one,
// by the same failure whatever its fault.
import { isFailure } from '../core/failure.ts'
import type { Request } from '../core/request.ts'
import { anonymous } from '../core/viewer.ts'
import type { AuthMethodDefinition } from '../registry/auth-method.ts'
import type { PreviewTokens } from './preview-token.ts'

export interface PreviewMethodOptions {
  readonly previews: PreviewTokens
}

export function createPreviewMethod({ previews }: PreviewMethodOptions): AuthMethodDefinition {
  return {
    name: 'preview token',
    authenticate: (request) => {
      const token = credentialOf(request, 'preview')
      if (token === null) return null
      return previews
        .verify(token)
        .then((preview) => (isFailure(preview) ? preview : { ...anonymous, preview }))
    },
    schemes: () => ({
      preview: { type: 'http', scheme: 'preview', description: 'A token that shows one item of content.' },
    }),
  }
}

/** The credential of a scheme in the header Authorization; null where the header has another scheme. */
export function credentialOf({ header }: Request, scheme: string): string | null {
  const [, named = '', credential = ''] = /^(\S+) *(.*)$/.exec(header('authorization')?.trim() ?? '') ?? []
  return named.toLowerCase() === scheme ? credential : null
}
