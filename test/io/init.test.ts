// `lectern init`, as an owner runs it: it writes a file that is checked and can be served, and overwrites none.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { oneDatabase } from '../support/databases.ts'
import { blog } from '../support/foreign-schemas.ts'
import { startProcess } from '../support/process.ts'

for (const kind of oneDatabase('the proposals are tested on all, by test/spec/legacy-init.test.ts')) {
  describe(`lectern init on ${kind.name}`, () => {
    it('writes a config file, checks it and names addresses to try', async (test) => {
      const database = await kind.create({ seed: 'empty' })
      const folder = mkdtempSync(join(tmpdir(), 'lectern-init-'))
      test.after(async () => {
        rmSync(folder, { recursive: true })
        await database.drop()
      })
      for (const statement of blog) await database.execute(statement)
      const out = join(folder, 'lectern.config.ts')
      const args = ['init', '--posts', 'artikel', '--out', out]
      const lost = startProcess(['init', '--out', join(folder, 'none', 'file.ts')], {
        DATABASE_URL: database.url,
      })
      assert.equal(await lost.ended, 1)
      assert.match(lost.output(), /none\/file\.ts cannot be written: there is no such folder/)
      const first = startProcess(args, { DATABASE_URL: database.url })
      assert.equal(await first.ended, 0, first.output())
      for (const says of [
        'posts: artikel, ',
        'gesperrt',
        'Statuses',
        `lectern serve --config ${out}`,
        '/graphql?query=',
      ])
        assert(first.output().includes(says), `${says} in ${first.output()}`)
      assert.match(readFileSync(out, 'utf8'), /title: 'titel',/)
      assert.equal(statSync(out).mode & 0o777, 0o600)
      const again = startProcess(args, { DATABASE_URL: database.url })
      assert.equal(await again.ended, 1)
      assert.match(again.output(), /is there already: remove it, or name another with --out\./)
    })
  })
}
