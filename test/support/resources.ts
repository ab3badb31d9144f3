// The built-in resources by their names, for tests that plan or represent without a gateway.
import { builtinKinds, resourcesOf } from '../../src/app/builtins.ts'
import type { ResourceDefinition } from '../../src/registry/resource.ts'

export const resources: ReadonlyMap<string, ResourceDefinition> = new Map(
  resourcesOf(builtinKinds, 'editors').map((resource) => [resource.name, resource]),
)

export const post = named('post')
export const category = named('category')
export const user = named('user')
export const comment = named('comment')
export const media = named('attachment')

function named(name: string): ResourceDefinition {
  const found = resources.get(name)
  if (!found) throw new Error(`there is no resource ${name}`)
  return found
}
