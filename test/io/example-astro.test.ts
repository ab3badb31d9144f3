// The example of Astro, built as its owner would: pages whose blocks and images are elements of the site's own.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { oneDatabase, type TestDatabase } from '../support/databases.ts'
import { astroFolder, hasAstro } from '../support/example.ts'
import { startTestGateway, type TestGateway } from '../support/gateway.ts'

const program = fileURLToPath(new URL('node_modules/astro/astro.js', astroFolder))
const skip = hasAstro ? false : 'npm ci --prefix examples/astro'

for (const kind of oneDatabase('a front end sees what REST says, which is tested on every database'))
  describe(`the example of Astro on ${kind.name}`, { skip }, () => {
    let database: TestDatabase
    let gateway: TestGateway
    before(async () => {
      database = await kind.create()
      gateway = await startTestGateway(database)
    })
    after(async () => {
      await gateway.stop()
      await database.drop()
      for (const made of ['dist', '.astro'])
        rmSync(new URL(made, astroFolder), { recursive: true, force: true })
    })

    it('example-astro/1 is built with the headings, lists and images of posts', async () => {
      const env = {
        ...process.env,
        NODE_ENV: 'production',
        NODE_OPTIONS: '',
        ASTRO_TELEMETRY_DISABLED: '1',
        LECTERN_URL: gateway.url,
      }
      const build = spawn(process.execPath, [program, 'build'], { cwd: fileURLToPath(astroFolder), env })
      let said = ''
      for (const stream of [build.stdout, build.stderr])
        stream.on('data', (part: Buffer) => (said += String(part)))
      assert.deepEqual([...(await once(build, 'close'))], [0, null], said)
      const pageOf = (path: string) => readFileSync(new URL(`dist/${path}index.html`, astroFolder), 'utf8')
      assert.match(pageOf(''), /<a href="\/posts\/221\/">Blocks: media<\/a>/)
      const text = pageOf('posts/220/')
      assert.match(text, /<h3>Heading three<\/h3>/)
      assert.match(text, /<ul><li>One<\/li>/)
      assert.match(text, /A &#8220;block&#8221; paragraph/)
      const media = pageOf('posts/221/')
      assert.match(media, /<img src="[^"]+pier-1024x683\.jpg" srcset="[^"]+pier-300x200\.jpg 300w/)
      assert.match(media, /<figcaption>The pier -- "again"<\/figcaption>/)
    })
  })
