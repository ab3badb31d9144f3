// Who is asking. What a viewer may see becomes part of every plan; nothing downstream asks again.
export type Viewer =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'user'; readonly id: string; readonly capabilities: ReadonlySet<string> }

export const anonymous: Viewer = Object.freeze({ kind: 'anonymous' })
