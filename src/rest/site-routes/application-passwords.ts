// Application passwords of a user, without their hashes: for that user, and for viewers who may edit users.
import { Type } from 'typebox'
import { fail, isFailure, type Failure } from '../../core/failure.ts'
import { phpInteger64 } from '../../core/php-integer.ts'
import type { Query } from '../../core/query-string.ts'
import { can, type Viewer } from '../../core/viewer.ts'
import { toIdValue, type Filter, type Scalar } from '../../database/filter.ts'
import { parsePhpValue, type PhpArray, type PhpValue } from '../../database/php-value.ts'
import type { Source } from '../../database/source.ts'
import { textOf } from '../../database/tables.ts'
import type { Context } from '../../registry/field.ts'
import type { Answer } from '../../registry/route.ts'
import type { Registry } from '../../registry/registry.ts'
import type { Reading } from '../../read/execute.ts'
import type { ListPlan } from '../../plan/plan.ts'
import type { ReadSite } from '../../read/read-site.ts'
import type { Site } from '../../site/site.ts'
import { schemaOf } from '../representation/item-schema.ts'
import { contextArg } from '../resource/resource-route.ts'

export interface ApplicationPasswordsOptions {
  readonly newReading: () => Reading
  readonly readSite: ReadSite
}

export function registerApplicationPasswords(registry: Registry, options: ApplicationPasswordsOptions): void {
  const route = {
    namespace: ':v2',
    methods: ['GET'],
    args: { context: contextArg },
    permission: 'public',
    letsInByHandling: true,
    schema: passwordSchema,
  } as const
  const path = '/users/(?P<user_id>(?:[\\d]+|me))/application-passwords'
  registry.route({
    ...route,
    path,
    lists: 'whole',
    handle: async ({ args, raw, parameters, viewer }) => {
      const found = await readPasswords(userIn(raw, parameters), viewer, options)
      if (isFailure(found)) return found
      if (!mayRead(found, viewer)) return fail('rest_cannot_list_application_passwords')
      return answerOf(
        found,
        found.passwords.map((each) => documentOf(each, args.context, found)),
      )
    },
  })
  registry.route({
    ...route,
    path: `${path}/introspect`,
    handle: async ({ args, raw, parameters, viewer }) => {
      const found = await readPasswords(userIn(raw, parameters), viewer, options)
      if (isFailure(found)) return found
      if (!found.isSelf) return fail('rest_cannot_introspect_app_password_for_non_authenticated_user')
      const used = viewer.kind === 'user' ? viewer.applicationPassword : undefined
      const password = found.passwords.find((each) => each.get('uuid') === used)
      if (!password || used === undefined) return fail('rest_no_authenticated_app_password')
      return answerOf(found, documentOf(password, args.context, found))
    },
  })
  registry.route({
    ...route,
    path: `${path}/(?P<uuid>[\\w\\-]+)`,
    handle: async ({ args, raw, parameters, viewer }) => {
      const found = await readPasswords(userIn(raw, parameters), viewer, options)
      if (isFailure(found)) return found
      if (!mayRead(found, viewer)) return fail('rest_cannot_read_application_password')
      const password = found.passwords.find((each) => each.get('uuid') === argument('uuid', raw, parameters))
      if (!password) return fail('rest_application_password_not_found')
      return answerOf(found, documentOf(password, args.context, found))
    },
  })
}

function mayRead({ isSelf }: Found, viewer: Viewer): boolean {
  return isSelf || can(viewer, 'edit_users')
}

const everywhere: readonly Context[] = ['view', 'edit', 'embed']
const outsideEmbeds: readonly Context[] = ['view', 'edit']
const textOrNone = (format: string) => Type.Unsafe<unknown>({ type: ['string', 'null'], format })

const passwordSchema = schemaOf('application-password', [
  { name: 'uuid', contexts: everywhere, schema: Type.String({ format: 'uuid' }), isReadOnly: true },
  {
    name: 'app_id',
    contexts: everywhere,
    schema: Type.Unsafe<unknown>({
      type: 'string',
      oneOf: [
        { type: 'string', format: 'uuid' },
        { type: 'string', enum: [''] },
      ],
      served: { type: 'string', oneOf: undefined },
    }),
  },
  {
    name: 'name',
    contexts: everywhere,
    schema: Type.String({ required: true, minLength: 1, pattern: '.*\\S.*' }),
  },
  { name: 'password', contexts: ['edit'], schema: Type.String(), isReadOnly: true },
  {
    name: 'created',
    contexts: outsideEmbeds,
    schema: Type.String({ format: 'date-time' }),
    isReadOnly: true,
  },
  { name: 'last_used', contexts: outsideEmbeds, schema: textOrNone('date-time'), isReadOnly: true },
  { name: 'last_ip', contexts: outsideEmbeds, schema: textOrNone('ip'), isReadOnly: true },
])

interface Found {
  readonly userId: string
  readonly isSelf: boolean
  readonly passwords: readonly PhpArray[]
  readonly site: Site
  readonly reading: Reading
}

/** The account that is asked for: an argument of the query overrides the one of the path. */
function userIn(raw: Query, parameters: Query): string {
  const user = argument('user_id', raw, parameters)
  return user === 'me' ? user : typeof user === 'string' ? phpInteger64(user) : '0'
}

/** The argument of the query, which overrides the path. */
function argument(name: string, raw: Query, parameters: Query) {
  return raw.get(name) ?? parameters.get(name)
}

async function readPasswords(
  named: string,
  viewer: Viewer,
  { newReading, readSite }: ApplicationPasswordsOptions,
): Promise<Found | Failure> {
  const own = viewer.kind === 'user' ? viewer.id : null
  const asked = named === 'me' ? own : named
  if (asked === null) return fail('rest_not_logged_in', undefined, { permitted: false })
  const reading = newReading()
  const [site, user, meta] = await Promise.all([
    readSite(reading),
    reading.list(rowsOf('users', ['id'], 'id', asked)),
    reading.list({
      ...rowsOf('usermeta', ['id', 'value'], 'user_id', asked),
      filters: [is('user_id', toIdValue(asked)), is('key', '_application_passwords')],
    }),
  ])
  if (isFailure(site)) return site
  if (isFailure(user)) return user
  if (isFailure(meta)) return meta
  const [row] = user.rows
  if (!row) return fail('rest_user_invalid_id')
  const userId = textOf(row, 'id')
  const [stored] = meta.rows
  const value = parsePhpValue(stored ? textOf(stored, 'value') : '')
  const passwords = value instanceof Map ? [...value.values()].filter((each) => each instanceof Map) : []
  return { userId, isSelf: userId === own, passwords, site, reading }
}

function rowsOf(source: Source, columns: readonly string[], column: string, id: string): ListPlan {
  return {
    kind: 'list',
    source,
    columns,
    filters: [is(column, toIdValue(id))],
    visible: null,
    order: [{ kind: 'column', column: 'id', descending: false }],
    page: { kind: 'all' },
  }
}

function is(column: string, value: Scalar): Filter {
  return { kind: 'in', column, values: [value] }
}

/** The application password as REST shows it, without its hash. */
function documentOf(
  password: PhpArray,
  context: Context,
  { userId, site: { restBase, brand } }: Found,
): Readonly<Record<string, unknown>> {
  const stored = (name: string) => password.get(name) ?? null
  const uuid = stored('uuid')
  const name = typeof uuid === 'string' ? uuid : ''
  const href = `${restBase}/${brand}/v2/users/${userId}/application-passwords/${name}`
  return {
    uuid,
    app_id: stored('app_id') ?? '',
    name: stored('name'),
    ...(context === 'embed'
      ? {}
      : {
          created: timeOf(stored('created')),
          last_used: timeOf(stored('last_used')),
          last_ip: stored('last_ip') || null,
        }),
    _links: { self: [{ href, targetHints: { allow: ['GET'] } }] },
  }
}

/** Converts seconds since 1970 to a UTC time without a zone; null for no time. */
function timeOf(seconds: PhpValue): string | null {
  const instant = new Date(Number(seconds) * 1000)
  return !seconds || Number.isNaN(instant.getTime()) ? null : instant.toISOString().slice(0, 19)
}

function answerOf({ reading }: Found, body: unknown): Answer {
  return { body, headers: [], tags: reading.tags, store: 'never' }
}
