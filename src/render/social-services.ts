// The services that social link blocks name: their labels, and their icons as WordPress serves them.
import services from './social-services.json' with { type: 'json' }

export interface SocialService {
  readonly label: string
  /** An `<svg>` element. */
  readonly icon: string
}

export const socialLabels: readonly string[] = Object.values(services).map(({ label }) => label)

const named: ReadonlyMap<string, SocialService> = new Map(Object.entries(services))

/** The service of a name; an unknown one has the label and the icon of `share`. */
export function socialService(name: string): SocialService {
  return named.get(name) ?? services.share
}
