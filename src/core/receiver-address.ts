// Receivers of webhooks as settings name them: an address, or a CDN whose API Lectern calls: `fastly:SERVICE:TOKEN`,
// `cloudflare:ZONE:TOKEN`, `bunny:PULLZONE:KEY`, `netlify:SITE:TOKEN`, each with `@` and the API's address where that differs.

export type ReceiverAddress = { readonly kind: 'webhook'; readonly url: string } | CdnAddress

export interface CdnAddress {
  readonly kind: keyof typeof apis
  /** The service, the zone, the pull zone or the site. */
  readonly id: string
  readonly token: string
  /** The address of the API, without a slash at the end. */
  readonly url: string
}

const apis = {
  fastly: 'https://api.fastly.com',
  cloudflare: 'https://api.cloudflare.com/client/v4',
  bunny: 'https://api.bunny.net',
  netlify: 'https://api.netlify.com/api/v1',
} as const

function isCdn(name: string | undefined): name is CdnAddress['kind'] {
  return name !== undefined && Object.hasOwn(apis, name)
}

export function parseReceiver(text: string): ReceiverAddress {
  const [, kind, id, token, url] = /^([a-z]+):([\w-]{1,64}):([\w-]{8,256})(?:@(.+))?$/.exec(text) ?? []
  if (!isCdn(kind) || id === undefined || token === undefined) return { kind: 'webhook', url: text }
  return { kind, id, token, url: (url ?? apis[kind]).replace(/(?<!\/)\/+$/, '') }
}
