// The endpoint of the Model Context Protocol, where the owner switched it on.
import { createMcp } from '../mcp/endpoint.ts'
import { unavailableReading } from '../read/execute.ts'
import type { ReadSite } from '../read/read-site.ts'
import type { EndpointDefinition } from '../registry/endpoint.ts'
import type { Config } from '../settings/config.ts'
import type { Catalog } from './catalog.ts'

interface McpSources {
  readonly publicUrl: string
  readonly served: () => Catalog | null
  readonly readSite: ReadSite
}

export function mcpEndpoints(
  { mcp, brand, corsOrigins, frontendUrl }: Config,
  rest: EndpointDefinition,
  { publicUrl, served, readSite }: McpSources,
): readonly EndpointDefinition[] {
  if (mcp === 'off') return []
  const endpoint = createMcp({
    rest,
    brand,
    frontendUrl,
    readSite,
    origins: [new URL(publicUrl).origin, ...corsOrigins],
    newReading: () => served()?.newReading() ?? unavailableReading,
    kinds: served,
  })
  return [endpoint]
}
