// Starting, as an owner starts it: settings from file, environment and flags; what is wrong with them; the demo.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, it } from 'node:test'
import { startProcess } from '../support/process.ts'

const folder = mkdtempSync(join(tmpdir(), 'lectern-start-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const file = (name: string, text: string) => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}
const seeded = {
  DATABASE_URL: `sqlite:${join(folder, 'made.sqlite')}`,
  DATABASE_SEED: 'sql/schema/sqlite.sql,sql/demo.sql',
  PORT: '0',
}

async function refusal(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  const started = startProcess(['serve', ...args], environment)
  assert.equal(await started.ended, 1)
  assert.doesNotMatch(started.output(), /^\s+at /m)
  return started.output().trim()
}

describe('starting', () => {
  it('makes the embedded database, says where everything is in one line, and stops with 0', async () => {
    const started = startProcess(['serve'], seeded)
    const url = await started.url()
    assert.match(started.output(), new RegExp(`REST ${url}/cms-json/  GraphQL ${url}/graphql  page ${url}/`))
    assert.equal((await fetch(`${url}/cms-json/cms/v2/posts`)).headers.get('x-cms-total'), '32')
    started.child.kill('SIGTERM')
    assert.equal(await started.ended, 0)
  })

  it('takes flags before the environment, and that before the file; an empty variable is none', async () => {
    const config = file('settings.json', JSON.stringify({ brand: 'file', logLevel: 'warn', port: 0 }))
    const started = startProcess(['serve', '--config', config, '--brand', 'flag'], {
      ...seeded,
      PORT: '',
      BRAND: 'environment',
      LOG_LEVEL: '',
    })
    const url = await started.url()
    assert.equal((await fetch(`${url}/flag-json/`)).status, 200)
    assert.doesNotMatch(started.output(), /the database is there/)
    started.child.kill('SIGTERM')
    assert.equal(await started.ended, 0)
  })

  it('names what is wrong: setting, what was given, what is allowed; all at once', async () => {
    const said = await refusal(['--port', '99999'], {
      LOG_LEVEL: 'loud',
      BRAND: 'C M S',
      TABLE_PREFIX: 'wp-',
    })
    assert.deepEqual(said.split('\n').toSorted(), [
      'brand (BRAND): got "C M S", allowed: a word of at most 16 lower-case letters and digits',
      'logLevel (LOG_LEVEL): got "loud", allowed: debug, info, warn, error, silent',
      'port (--port): got "99999", allowed: a whole number from 0 to 65535',
      'tablePrefix (TABLE_PREFIX): got "wp-", allowed: up to 40 letters, digits, _ and $',
    ])
  })

  it('never repeats a password', async () => {
    const said = await refusal([], { DATABASE_URL: 'mysql://reader:hunter2@db', CURSOR_KEY: 'short' })
    assert.match(said, /^databaseUrl \(DATABASE_URL\): got "mysql:\/\/…@db", allowed: sqlite:path or mysql:/m)
    assert.match(said, /^cursorKey \(CURSOR_KEY\): got a value that is not shown, allowed: /m)
    assert.doesNotMatch(said, /hunter2|short/)
  })

  it('refuses what there is not: settings, flags, files, commands, a database', async () => {
    assert.match(
      await refusal(['--config', file('wrong.json', '{"prot": 1}')]),
      /^prot \(config file\): there is no such setting$/,
    )
    assert.match(await refusal(['--config', join(folder, 'none.json')]), /^config file .*none\.json: ENOENT/)
    assert.match(await refusal(['--config', file('broken.json', '{')]), /^config file .*broken\.json: /)
    assert.match(await refusal(['--prot', '1']), /^Unknown option '--prot'/)
    assert.match(await refusal([]), /^There is no database to serve: set DATABASE_URL/)
    const other = startProcess(['dance'])
    assert.equal(await other.ended, 1)
    assert.match(other.output(), /^Usage: lectern serve/)
  })

  it('never puts the demo over a database that it did not make', async () => {
    const path = join(folder, 'mine.sqlite')
    const mine = new DatabaseSync(path)
    mine.exec(`create table notes (text); insert into notes values ('mine')`)
    mine.close()
    utimesSync(path, 0, 0)
    const address = { DATABASE_URL: `sqlite:${path}` }
    assert.match(await refusal([], { ...seeded, ...address }), /the database has no table wp_posts/)
    assert.match(
      await refusal(['--config', 'config/demo.ts', '--port', '0'], address),
      /the database has no table wp_posts/,
    )
    const kept = new DatabaseSync(path, { readOnly: true })
    assert.equal(kept.prepare('select text from notes').get()?.['text'], 'mine')
    kept.close()
  })

  it('says in a sentence that its port is taken', async () => {
    const first = startProcess(['serve'], seeded)
    const { port } = new URL(await first.url())
    assert.match(await refusal(['--port', port], seeded), /EADDRINUSE/)
    first.child.kill('SIGTERM')
    await first.ended
  })
})
