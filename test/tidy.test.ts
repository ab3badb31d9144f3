// Housekeeping that no linter does: every source file opens by saying what it is for, and no folder grows a barrel.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const files = globSync(['src/**/*.ts', 'test/**/*.ts', 'config/**/*.ts'], {
  cwd: root,
  exclude: ['config/site/**', 'test/client/{node_modules,*/generated}/**'],
})

/** Words of comments that hide who acts: a client, WordPress, the change feed, the owner. */
const withoutActor = /(?:\/\/|^ *\/?\*\*?) (?:[^'\n]*\s)?(?:nobody|somebody|whoever|told|heard)\b.*/im
const withoutSubject = /^ *(?:\/\/|\/\*\*) (?:What|Who|Whom|Whose|Whoever|Which|Whether|Of|That)\b.*/m

describe('the house', () => {
  it('has files that open with one to five lines on what they are for, which begin with a subject', () => {
    assert(files.length > 80)
    for (const file of files) {
      const lines = readFileSync(`${root}${file}`, 'utf8')
        .replace(/^#!.*\n/, '')
        .split('\n')
      const head = lines.findIndex((line) => !line.startsWith('//'))
      assert(head >= 1 && head <= 6, `${file} opens with ${head} lines of comment`)
      assert.doesNotMatch(lines[0] ?? '', withoutSubject, file)
    }
  })

  it('has comments in src/ that begin with a subject and name who acts', () => {
    for (const file of files.filter((each) => each.startsWith('src/'))) {
      const text = readFileSync(`${root}${file}`, 'utf8')
      for (const rule of [withoutSubject, withoutActor]) {
        const [found] = rule.exec(text) ?? []
        assert.equal(found, undefined, `${file}: ${found}`)
      }
    }
  })

  it('has file names in kebab-case, and no barrels below src/', () => {
    for (const file of files) {
      assert.match(file, /^(?:[a-z0-9-]+\/)*[a-z0-9.-]+\.ts$/)
      assert(file === 'src/index.ts' || !file.endsWith('/index.ts'), file)
    }
  })

  it('has an id for each case of the contract, given once (npm run case-ids)', () => {
    const contract = files.filter((file) => file.startsWith('test/spec/') && file.endsWith('.test.ts'))
    assert(contract.length > 60)
    const ids = contract.flatMap((file) => {
      const text = readFileSync(`${root}${file}`, 'utf8')
      const stem = basename(file, '.test.ts')
      return [...text.matchAll(/(?<![.\w'])it\(\s*(.*)/g)].map(([, start = '']) => {
        const [id] = new RegExp(`(?<=^['"\`])${stem}/\\d+(?= )`).exec(start) ?? []
        assert(id !== undefined, `${file}: ${start}`)
        return id
      })
    })
    assert.deepEqual(
      ids.filter((id, at) => ids.indexOf(id) !== at),
      [],
    )
  })
})
