// Members that extensions add to entries of the directory of content types.
import type { Failure } from '../core/failure.ts'
import type { Viewer } from '../core/viewer.ts'
import type { Reading } from '../read/execute.ts'
import { plainJson } from './guard.ts'
import { reasonOf, type LoadedExtension } from './load.ts'
import { createRead, ReadFailed, type ReadOptions } from './read.ts'
import { within } from './within.ts'

export interface TypeMembersTools extends ReadOptions {
  readonly handlerTimeoutMs: number
}

/** Members by the names of types; where several extensions add the same member, the last one decides. */
export type TypeMembers = (
  types: readonly string[],
  viewer: Viewer,
  reading: Reading,
) => Promise<ReadonlyMap<string, unknown> | Failure>

/** Null where no extension adds members. */
export function typeMembersOf(
  extensions: readonly LoadedExtension[],
  tools: TypeMembersTools,
): TypeMembers | null {
  const adding = extensions.flatMap(({ file, definition: { addsToTypes } }) =>
    addsToTypes ? [{ file, addsToTypes }] : [],
  )
  if (adding.length === 0) return null
  return async (types, viewer, reading) => {
    const members = new Map<string, object>()
    for (const { file, addsToTypes } of adding) {
      try {
        const read = createRead(tools, reading, viewer)
        const added = await within(tools.handlerTimeoutMs, () => addsToTypes(types, read))
        for (const [name, more] of added)
          members.set(name, Object.assign({}, members.get(name), plainJson(more)))
      } catch (error) {
        if (error instanceof ReadFailed) return error.failure
        throw new Error(`extension ${file}: what it adds to types: ${reasonOf(error)}`, { cause: error })
      }
    }
    return members
  }
}
