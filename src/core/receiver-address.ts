// Receivers of webhooks as they are configured: an address, or a CDN whose API is spoken: `fastly:SERVICE:TOKEN`,
// `cloudflare:ZONE:TOKEN`, each with `@` and the address of the API where that is another.

export type ReceiverAddress = { readonly kind: 'webhook'; readonly url: string } | CdnAddress

export interface CdnAddress {
  readonly kind: 'fastly' | 'cloudflare'
  /** The service, or the zone. */
  readonly id: string
  readonly token: string
  /** Where the API is, without a slash at the end. */
  readonly url: string
}

const apis = {
  fastly: 'https://api.fastly.com',
  cloudflare: 'https://api.cloudflare.com/client/v4',
} as const

export function parseReceiver(text: string): ReceiverAddress {
  const [, kind, id, token, url] =
    /^(fastly|cloudflare):([\w-]{1,64}):([\w-]{8,256})(?:@(.+))?$/.exec(text) ?? []
  if ((kind !== 'fastly' && kind !== 'cloudflare') || id === undefined || token === undefined)
    return { kind: 'webhook', url: text }
  return { kind, id, token, url: (url ?? apis[kind]).replace(/(?<!\/)\/+$/, '') }
}
