// Options of the rooms, made of the configuration and picked by name, so that no room receives a setting that it does not need.
import { createHmac } from 'node:crypto'
import { boundMeta } from './bound-meta.ts'
import { resourcesOf, type Kinds } from './builtins.ts'
import { createPolicies, type PolicyOf } from '../cache/policies.ts'
import { StartError } from '../core/start-error.ts'
import type { Address, Addresses } from '../database/address.ts'
import { plain, wordpress, type Layout } from '../database/layout.ts'
import { mapped } from '../database/layout-mapping.ts'
import type { CostOptions } from '../graphql/cost.ts'
import type { DocumentOptions } from '../graphql/documents.ts'
import type { ContentTypeDefinition } from '../registry/content-type.ts'
import type { ResourceDefinition } from '../registry/resource.ts'
import type { TaxonomyDefinition } from '../registry/taxonomy.ts'
import { followedTables } from '../packs/followed-tables.ts'
import { exposed } from '../registry/exposed.ts'
import { servedType } from '../resources/content/content-rules.ts'
import type { Renderers } from '../render/context.ts'
import type { Theme } from '../render/theme.ts'
import type { Config } from '../settings/config.ts'
import { optionProblems } from '../settings/layout.ts'
import { isLoopback } from '../core/loopback.ts'
import { optionNames, type OptionName } from '../core/site-options.ts'
import type { SiteValue } from '../site/site-value.ts'
import type { AddressBase, Addressing, SiteAddress } from '../site/site.ts'
import { timeZone, type TimeZone } from '../site/time-zone.ts'
import type { WebhookOptions } from '../webhooks/webhooks.ts'

/** True where a client at the public address may log in with an application password. */
export function takesApplicationPasswords({ applicationPasswords }: Config, publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl)
  const isTrusted = protocol === 'https:' || isLoopback(hostname)
  return applicationPasswords === 'any' || (applicationPasswords === 'auto' && isTrusted)
}

export function withCharset([first, ...others]: Addresses, charset: Config['databaseCharset']): Addresses {
  const labelled = (address: Address): Address =>
    address.kind === 'mysql' && charset !== undefined ? { ...address, charset } : address
  return [labelled(first), ...others.map(labelled)]
}

export function webhookOptions(config: Config): WebhookOptions {
  return {
    urls: config.webhookUrls,
    secrets: config.webhookSecret,
    timeoutMs: config.webhookTimeoutMs,
    limits: {
      delayMs: config.webhookDelayMs,
      againMs: config.webhookAgainMs,
      tagsMax: config.webhookTagsMax,
      attemptsMax: config.webhookAttemptsMax,
      retryMs: config.webhookRetryMs,
      retryMaxMs: config.webhookRetryMaxMs,
    },
  }
}

export function layoutOf({ layout, tablePrefix }: Config): Layout {
  if (layout === 'wordpress') return wordpress(tablePrefix)
  if (layout === 'plain') return plain()
  const made = mapped(layout, tablePrefix)
  const problems = [...('problems' in made ? made.problems : []), ...optionProblems(layout.options)]
  if (problems.length > 0) throw new StartError(problems.map((each) => `layout: ${each}`).join('\n'))
  return 'problems' in made ? plain() : made
}

/** Tables of plug-ins that feeds follow. */
export function plugInTables({ tablePrefix }: Config) {
  return { prefix: tablePrefix, columnsOf: followedTables }
}

export function documentOptions(config: Config, pageSizes: CostOptions['pageSizes']): DocumentOptions {
  return {
    limits: {
      bytesMax: config.graphqlDocumentBytesMax,
      tokensMax: config.graphqlTokensMax,
      definitionsMax: config.graphqlDefinitionsMax,
      directivesMax: config.graphqlDirectivesMax,
      depthMax: config.graphqlDepthMax,
      rootFieldsMax: config.graphqlRootFieldsMax,
      aliasesMax: config.graphqlAliasesMax,
      fieldsMax: config.graphqlFieldsMax,
      comparisonsMax: config.graphqlComparisonsMax,
    },
    cost: { pageSizes, listSize: config.graphqlListSize },
    introspection: config.graphqlIntrospection === 'on',
  }
}

/** The page size of WPGraphQL's lists where the query names none, and the largest. */
export const wpPageSizes: CostOptions['pageSizes'] = { fallback: 10, max: 100 }

/** The theme's page templates: titles by their names. */
export function pageTemplates({ graphqlTemplates }: Config): ReadonlyMap<string, string> {
  return new Map(
    graphqlTemplates.map((pair) => {
      const at = pair.indexOf('=')
      return [pair.slice(0, at), pair.slice(at + 1)] as const
    }),
  )
}

export function policiesOf({ maxAgeS, cdnCacheControl, tagHeaders, cachePolicies }: Config): PolicyOf {
  return createPolicies({ maxAgeS, forCdn: cdnCacheControl ?? null, tagHeaders }, cachePolicies)
}

/** The site's addresses, and the renderer of its content. */
export function siteAddress(
  config: Config,
  publicUrl: string,
  {
    kinds,
    renderers,
    theme,
    values,
    addressBase,
    network,
  }: {
    readonly kinds: Kinds
    readonly renderers: Renderers
    readonly theme: SiteValue<Theme> | null
    readonly values: readonly SiteValue<unknown>[]
    readonly addressBase?: AddressBase | undefined
    readonly network: NonNullable<SiteAddress['network']>
  },
): SiteAddress {
  const { brand, tablePrefix } = config
  return {
    brand,
    publicUrl,
    tablePrefix,
    decided: decidedOptions(config),
    ...addressings(kinds, brand),
    statuses: kinds.statuses,
    boundMeta: boundMeta(kinds.contentTypes),
    renderers,
    ...(theme ? { theme } : {}),
    values,
    ...(addressBase ? { addressBase } : {}),
    network,
    ...digestOf(config),
  }
}

function digestOf({ authKey, authSalt }: Config): Pick<SiteAddress, 'digest'> {
  if (authKey === undefined || authSalt === undefined) return {}
  return {
    digest: (text) =>
      createHmac('md5', authKey + authSalt)
        .update(text)
        .digest('hex'),
  }
}

/** The zone of local times that are stored as seconds since 1970. */
export function localZoneOf({ layout }: Config): TimeZone {
  const options = typeof layout === 'object' ? (layout.options ?? {}) : {}
  return timeZone(String(options['timezone_string'] ?? ''), Number(options['gmt_offset']) || 0)
}

function decidedOptions({ layout, wpHome, wpSiteurl }: Config): ReadonlyMap<OptionName, string> {
  const decided = new Map<OptionName, string>()
  for (const name of optionNames) {
    const value = typeof layout === 'object' ? layout.options?.[name] : undefined
    if (value !== undefined) decided.set(name, String(value))
  }
  // Without a zone in the layout, local times that are stored as seconds since 1970 are in UTC
  const { created_at: createdAt } = (typeof layout === 'object' && layout.tables?.['posts']?.columns) || {}
  if (typeof createdAt === 'object' && 'as' in createdAt && !decided.has('timezone_string'))
    decided.set('timezone_string', decided.has('gmt_offset') ? '' : 'UTC')
  if (wpHome !== undefined) decided.set('home', wpHome)
  if (wpSiteurl !== undefined) decided.set('siteurl', wpSiteurl)
  return decided
}

function addressings(
  { contentTypes, taxonomies }: Kinds,
  brand: string,
): Pick<SiteAddress, 'contentTypes' | 'kinds' | 'likePosts' | 'taxonomies'> {
  const addressing = (
    { name, slug = name, rewriting }: Addressed,
    isNested: boolean,
    queried: string | null = name,
  ): Addressing => ({
    slug,
    isHierarchical: rewriting?.isHierarchical ?? isNested,
    isPath: rewriting?.isPath ?? true,
    withFront: rewriting?.withFront ?? true,
    queryVar: rewriting?.queryVar === undefined ? queried : rewriting.queryVar,
  })
  const ofContent = (type: ContentTypeDefinition) => {
    const address = {
      ...addressing(type, type.isHierarchical ?? false),
      archive: typeof type.hasArchive === 'string' ? type.hasArchive : null,
      isViewable: type.isViewable ?? true,
      readPrivate: servedType(type).capabilities.readPrivate,
    }
    return [type.name, address] as const
  }
  const ofTerms = (taxonomy: TaxonomyDefinition) => {
    const { name, shownIn } = taxonomy
    // Terms without addresses have no query variable (register_taxonomy)
    const queried = shownIn?.addresses === false ? null : name
    const isViewable = shownIn?.site !== false
    return [name, { ...addressing(taxonomy, name === 'category', queried), isViewable }] as const
  }
  const kindOf = ({ name, namespace, base, labels, hasArchive, supports }: ContentTypeDefinition) =>
    [
      name,
      {
        singular: labels.singular,
        restPath: `${namespace ?? `${brand}/v2`}/${base}`,
        archive: hasArchive ? labels.plural : null,
        supports,
        taxonomies: taxonomies
          .filter(({ types }) => types.includes(name))
          .map((each) => ({ name: each.name, isServed: each.isServed !== false })),
      },
    ] as const
  return {
    kinds: new Map(contentTypes.map(kindOf)),
    contentTypes: new Map(contentTypes.filter(({ isBuiltIn }) => !isBuiltIn).map(ofContent)),
    likePosts: new Set(contentTypes.filter(({ isBuiltIn }) => isBuiltIn).map(({ name }) => name)),
    // Taxonomies that are hidden on the site have no addresses
    taxonomies: new Map(
      taxonomies
        .filter(({ shownIn, rewriting }) => rewriting !== undefined || shownIn?.site !== false)
        .map(ofTerms),
    ),
  }
}

type Addressed = Pick<ContentTypeDefinition, 'name' | 'slug' | 'rewriting'>

export function openResources(kinds: Kinds, { closed, menuReaders }: Config): readonly ResourceDefinition[] {
  const open = exposed(resourcesOf(kinds, menuReaders), closed)
  if ('unknown' in open) throw new StartError(`closed: there is nothing called ${open.unknown} to close`)
  return open.resources
}

const menuNames: ReadonlySet<string> = new Set(['nav_menu', 'nav_menu_item'])

/**
 * Menus and their items as WPGraphQL's schema shows them to anonymous viewers. Plans name a rule by its resource, so these
 * resources have names of their own.
 */
export function publicMenus(kinds: Kinds, config: Config): readonly ResourceDefinition[] {
  const { graphqlView, graphqlMenuReaders } = config
  if ((graphqlMenuReaders ?? shownBy(graphqlView)) !== 'everybody') return []
  const menus = openResources(kinds, { ...config, menuReaders: 'everybody' })
  const apart = (resource: ResourceDefinition) => ({ ...resource, name: `public ${resource.name}` })
  return menus.filter(({ name }) => menuNames.has(name)).map(apart)
}

/** The readers of users' first and last names in WPGraphQL's schema. */
export function userNameReaders({ graphqlView, graphqlUserNames }: Config): 'editors' | 'everybody' {
  return graphqlUserNames ?? shownBy(graphqlView)
}

/** An owner who chooses WPGraphQL's schema shows the public what WPGraphQL shows it. */
function shownBy(view: Config['graphqlView']): 'editors' | 'everybody' {
  return view === 'wpgraphql' ? 'everybody' : 'editors'
}

/** WordPress's keys and salts, as far as the settings have them. */
export function siteSecrets(config: Config): readonly string[] {
  const { authKey, authSalt, secureAuthKey, secureAuthSalt, loggedInKey, loggedInSalt, nonceKey, nonceSalt } =
    config
  const secrets = [
    authKey,
    authSalt,
    secureAuthKey,
    secureAuthSalt,
    loggedInKey,
    loggedInSalt,
    nonceKey,
    nonceSalt,
  ]
  return secrets.filter((secret) => secret !== undefined)
}

/** The key that signs cursors where no other key does, equal in all gateways with the secret; null without one. */
export function sharedCursorKey({ redisSecret }: Config): string | null {
  return redisSecret === undefined
    ? null
    : createHmac('sha256', redisSecret).update('lectern cursor key').digest('hex')
}
