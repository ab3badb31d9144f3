// The site as one request sees it, by an argument that an extension adds to settings and to menu locations.
import { Type, type TProperties } from 'typebox'
import type { Site, SiteVariant } from '../../site/site.ts'

export interface Varying {
  readonly args: TProperties
  readonly siteFor: (site: Site, args: object) => Site
}

export function varyingBy(variant: SiteVariant | null): Varying {
  if (variant === null) return { args: {}, siteFor: (site) => site }
  const { arg, description, of } = variant
  return {
    args: { [arg]: Type.Optional(Type.String({ description, own: true })) },
    siteFor: (site, args) => {
      const value = new Map<string, unknown>(Object.entries(args)).get(arg)
      return of(site, typeof value === 'string' && value !== '' ? value : null)
    },
  }
}
