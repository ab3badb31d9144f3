// The image's file, in what it says of health and rights, is held against the process that it starts. The build itself is
// followed by config/tools/check-image.ts, which needs root and the registry.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import { testDatabases } from '../support/databases.ts'
import { freePort } from '../support/free-port.ts'
import { list } from '../support/gateway.ts'
import { startProcess, until } from '../support/process.ts'

const dockerfile = readFileSync(new URL('../../Dockerfile', import.meta.url), 'utf8')
const [, health = ''] = /^HEALTHCHECK .*?CMD (.*)$/m.exec(dockerfile) ?? []

it('the image runs as an account by number that is not root, after everything is made', () => {
  assert.match(
    dockerfile.slice(dockerfile.lastIndexOf('\nFROM ')),
    /\nUSER [1-9]\d*:[1-9]\d*\n(?!.*\n(RUN|COPY|USER) )/,
  )
})

it('the health check passes while the process answers, with or without a database, and not after', async () => {
  const [database] = testDatabases()
  const made = await database?.create()
  for (const url of [made?.url ?? '', 'mysql://reader:reader@127.0.0.1:1/none']) {
    // Nobody else is given it once it is free
    const port = String(await freePort())
    const started = startProcess(['serve'], { DATABASE_URL: url, PORT: '0', ADMIN_PORT: port })
    await until(() => started.output().includes(`admin http://127.0.0.1:${port}`))
    const [, ...args] = list(JSON.parse(health)).map(String)
    const check = () => spawnSync(process.execPath, args, { env: { ADMIN_PORT: port } }).status
    assert.equal(check(), 0)
    started.child.kill('SIGTERM')
    await started.ended
    assert.equal(check(), 1)
  }
  await made?.drop()
})
