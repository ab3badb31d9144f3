// Preloaded for the commands of gql.tada: they use TypeScript's API, which the version here has, and that of the project has not.
import { registerHooks } from 'node:module'

const here = import.meta.resolve('typescript')
registerHooks({
  resolve: (specifier, context, next) => next(specifier === 'typescript' ? here : specifier, context),
})
