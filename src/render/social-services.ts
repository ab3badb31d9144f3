// The services that blocks of social links name: what they are called, and how their icons are drawn where WordPress serves them.
import services from './social-services.json' with { type: 'json' }

export interface SocialService {
  readonly label: string
  /** An element svg. */
  readonly icon: string
}

export const socialLabels: readonly string[] = Object.values(services).map(({ label }) => label)

const named: ReadonlyMap<string, SocialService> = new Map(Object.entries(services))

/** A service that is unknown is drawn and called as sharing is. */
export function socialService(name: string): SocialService {
  return named.get(name) ?? services.share
}
