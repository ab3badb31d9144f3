// Extensions' fields of Query → fields of the schema: arguments have the schemas of a route's, and values are plain JSON. A
// resolver that throws or hangs is a bug, which is logged with its file.
import type { TProperties, TSchema } from 'typebox'
import { fail, failOwn, isFailure, type Failure, type Refusal } from '../core/failure.ts'
import { toRawArg, type RawArgs } from '../core/raw-args.ts'
import type { Viewer } from '../core/viewer.ts'
import { argSchema, typesOf } from '../registry/arg-schema.ts'
import { compileArgs, hasToBeGiven } from '../registry/args.ts'
import type { NodeArg, QueryFieldDefinition } from '../registry/node.ts'
import type { Reading } from '../read/execute.ts'
import type { ExtensionQuery } from './extension.ts'
import { plainJson } from './guard.ts'
import { broken, ownersFirst, reasonOf, type Broken, type LoadedExtension } from './load.ts'
import { createRead, ReadFailed, type ReadOptions } from './read.ts'
import { within } from './within.ts'

export interface QueryTools extends ReadOptions {
  readonly handlerTimeoutMs: number
}

interface QueryContext {
  readonly reading: Reading
  readonly viewer: Viewer
}

export function queriesOf(
  extensions: readonly LoadedExtension[],
  tools: QueryTools,
): readonly QueryFieldDefinition<QueryContext>[] | Broken {
  const queries: QueryFieldDefinition<QueryContext>[] = []
  for (const { file, definition, isPack } of extensions.toSorted(ownersFirst)) {
    for (const query of definition.queries ?? []) {
      const args = graphArgs(query.args ?? {})
      if (typeof args === 'string') return broken(file, `its query ${query.name}: ${args}`)
      if (queries.some(({ name }) => name === query.name)) {
        if (isPack) continue
        return broken(file, `there is a query ${query.name} already`)
      }
      queries.push({ ...query, args, from: `extension ${file}`, resolve: resolverOf(query, file, tools) })
    }
  }
  return queries
}

function resolverOf(query: ExtensionQuery, file: string, tools: QueryTools) {
  const parse = compileArgs(query.args ?? {})
  return async (
    values: Readonly<Record<string, unknown>>,
    { reading, viewer }: QueryContext,
  ): Promise<unknown> => {
    const { args } = parse(givenOf(values))
    if (isFailure(args)) return fail('invalid_argument', wrongArguments(args))
    try {
      const read = createRead(tools, reading, viewer)
      const value = await within(tools.handlerTimeoutMs, () =>
        query.resolve({ args, viewer, read, fail: failOwn }),
      )
      return isFailure(value) ? value : plainJson(value)
    } catch (error) {
      if (error instanceof ReadFailed) return error.failure
      throw new Error(`extension ${file}: its query ${query.name}: ${reasonOf(error)}`, { cause: error })
    }
  }
}

/** Arguments that are null are left out. */
function givenOf(values: Readonly<Record<string, unknown>>): RawArgs {
  const raw = Object.entries(values).flatMap(([name, value]) => {
    const known = value === null || value === undefined ? null : toRawArg(value, 1)
    return known === null ? [] : [[name, known.raw] as const]
  })
  return new Map(raw)
}

function wrongArguments({ params = [], message }: Failure): string {
  const refusals = Object.values<string | Refusal>(params)
  const sentences = refusals.flatMap((refusal) => (typeof refusal === 'string' ? [] : [refusal.message]))
  return sentences.length === 0 ? message : sentences.join(' ')
}

function graphArgs(args: TProperties): Readonly<Record<string, NodeArg>> | string {
  const made = Object.entries(args).map(([name, schema]) => [name, graphArg(schema)] as const)
  const other = made.find(([, arg]) => arg === null)
  if (other) return `its argument ${other[0]} is no text, number or boolean`
  return Object.fromEntries(made.flatMap(([name, arg]) => (arg === null ? [] : [[name, arg]])))
}

const types: ReadonlyMap<string, NodeArg['type']> = new Map([
  ['string', 'String'],
  ['integer', 'Int'],
  ['number', 'Float'],
  ['boolean', 'Boolean'],
])

function graphArg(schema: TSchema): NodeArg | null {
  const arg = argSchema(schema)
  const [only, ...others] = typesOf(arg)
  const type = only === undefined || others.length > 0 ? undefined : types.get(only)
  if (type === undefined) return null
  const { default: preset, description = '' } = arg
  const isScalar = typeof preset === 'string' || typeof preset === 'number' || typeof preset === 'boolean'
  return {
    type,
    description,
    isRequired: hasToBeGiven(schema),
    ...(isScalar ? { fallback: preset } : {}),
  }
}
