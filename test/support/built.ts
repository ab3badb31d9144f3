// The program as it is built for owners, which tests start: test/run.ts builds it where a file of its tests needs it.

export const program = 'dist/main.js'

/**
 * What Node is given to run it. Where lines of src/ are counted, it is run as it is written. V8 collects nothing before there are so
 * many MB of objects: a start takes a tenth of the processor time less, and most processes of tests do little else.
 */
export const programArgs: readonly string[] = [
  '--min-semi-space-size=16',
  ...(process.env['NODE_V8_COVERAGE'] === undefined
    ? [program]
    : ['--conditions=lectern-source', 'src/main.ts']),
]

/** GraphiQL, which takes longer than all of ours, only where what it is made of was changed since. */
export async function buildProgram(): Promise<void> {
  const { buildProgram: build } = await import('../../config/tools/build.ts')
  await build('dist')
  await import('../../config/tools/built-graphiql.ts')
}
