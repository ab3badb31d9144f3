// The examples of the public face: everything that src/index.ts exports has one, all of them type-check, each is run: an
// extension is started with and asked by its own routes, a config is read. So is the code of the guide type-checked.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { readConfig } from '../../src/settings/config.ts'
import type { ExtensionDefinition } from '../../src/extensions/extension.ts'
import { isBroken, loadExtensions } from '../../src/extensions/load.ts'
import { extensionFile, withGateway } from '../support/extensions.ts'
import { list } from '../support/gateway.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const face = join(root, 'src/index.ts')

interface Exported {
  readonly name: string
  /** Null where it has none. */
  readonly example: string | null
}

function exportsOf(index: string): readonly Exported[] {
  const text = readFileSync(index, 'utf8')
  const declared = [...text.matchAll(declarations)].map(([, , name = '']) => exampleOf(name, text))
  const passedOn = [...text.matchAll(/^export (?:type )?\{([^}]*)\} from '([^']+)'/gm)].flatMap(
    ([statement, names = '', from = '']) => {
      const source = from.startsWith('.') ? readFileSync(resolve(dirname(index), from), 'utf8') : null
      return names
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '')
        .map((name) =>
          source === null ? { name, example: codeBefore(text, statement) } : exampleOf(name, source),
        )
    },
  )
  return [...declared, ...passedOn]
}

const declarations = /^export (?:async )?(function|const|interface|type|class) (\w+)/gm

function exampleOf(name: string, source: string): Exported {
  const declaration = [...source.matchAll(declarations)].find(([, , declared]) => declared === name)
  return {
    name,
    example: declaration ? codeBefore(source, declaration[0] + after(source, declaration)) : null,
  }
}

/** So much of a declaration that it is found again as this one. */
function after(source: string, { index, 0: { length } }: RegExpExecArray): string {
  return source.slice(index + length, index + length + 40)
}

/** The example of the comment that stands right before. */
function codeBefore(source: string, statement: string): string | null {
  const comment = /\/\*\*(?:(?!\*\/)[^])*\*\/\n$/.exec(source.slice(0, source.indexOf(statement)))?.[0]
  const example = /@example\n \* ```ts\n(.*?) \* ```/s.exec(comment ?? '')?.[1]
  return example?.replaceAll(/^ \* ?/gm, '') ?? null
}

describe('the public face', () => {
  const exported = exportsOf(face)
  const files = new Map<string, string>()
  before(() => {
    for (const { name, example } of exported)
      if (example !== null) files.set(name, extensionFile(`${name}.ts`, example))
  })

  it('examples/1 is found whole', async () => {
    const values = Object.keys(await import('../../src/index.ts'))
    const names = exported.map(({ name }) => name)
    assert.deepEqual(
      values.filter((name) => !names.includes(name)),
      [],
    )
    assert.equal(new Set(names).size, names.length)
  })

  it('examples/2 has an example of each of its names', () =>
    assert.deepEqual(
      exported
        // Types that go with a function stand beside it
        .filter(({ name, example }) => !name.startsWith('type ') && !example?.includes(name))
        .map(({ name }) => name),
      [],
    ))

  it('examples/3 has examples that type-check, and so has the guide', async () => {
    const guide = ['docs/extensions.md', 'docs/packs.md']
      .map((page) => readFileSync(join(root, page), 'utf8'))
      .join('\n')
    const shown = [...guide.matchAll(/```ts\n(.*?)```/gs)].map(([, code = ''], nth) =>
      extensionFile(`guide-${nth}.ts`, code),
    )
    assert.equal(shown.length, 6)
    const checked = [...files.values(), ...shown]
    const project = join(dirname(checked[0] ?? ''), 'tsconfig.json')
    writeFileSync(
      project,
      JSON.stringify({ extends: join(root, 'tsconfig.json'), include: [], files: checked }),
    )
    const tsc = join(root, 'node_modules/.bin/tsc')
    const { stdout } = await promisify(execFile)(tsc, ['-p', project, '--noEmit', '--singleThreaded']).catch(
      (error: { readonly stdout: string }) => error,
    )
    assert.equal(stdout, '')
  })

  for (const { name, example } of exported) {
    if (example === null) continue
    it(`examples/4 has an example of ${name} that runs`, async () => {
      const file = files.get(name) ?? ''
      if (!example.includes('defineExtension') && !example.includes('definePack')) {
        const { default: settings }: { readonly default: Readonly<Record<string, unknown>> } = await import(
          file
        )
        assert.equal(readConfig({ file: settings, environment: {}, flags: {} }).kind, 'config')
        return
      }
      const loaded = await loadExtensions([file])
      assert(!isBroken(loaded))
      await withGateway({ extensions: [file] }, async (gateway) => {
        for (const path of pathsOf(loaded.extensions.map(({ definition }) => definition))) {
          const { status, text } = await gateway.get(`/cms-json/${path}`)
          assert([200, 401].includes(status), `${path}: ${status} ${text}`)
        }
        assert.deepEqual(list(gateway.observed.filter(({ kind }) => kind === 'error')), [])
      })
    })
  }
})

/** What can be asked for of extensions: routes with 1 for what they take in their addresses, lists of their types. */
function pathsOf(definitions: readonly ExtensionDefinition[]): readonly string[] {
  return definitions.flatMap(({ routes = [], contentTypes = [], taxonomies = [] }) => [
    ...routes.map(({ namespace, path }) => namespace + path.replaceAll(/:\w+/g, '1')),
    ...[...contentTypes, ...taxonomies].map(({ base }) => `cms/v2/${base}`),
  ])
}
