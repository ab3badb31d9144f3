// The folder wp-content of a site, by its wp-config.php: as the file defines it, beside the file, or one folder below it.
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, it } from 'node:test'
import { readOwnerConfig } from '../../../src/settings/owner-config.ts'

const folder = mkdtempSync(join(tmpdir(), 'lectern-owner-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const needed = `<?php define('DB_NAME', 'site'); define('DB_USER', 'reader'); define('DB_PASSWORD', ''); define('DB_HOST', 'db');
  $table_prefix = 'wp_';`
const abspath = "if ( ! defined( 'ABSPATH' ) ) { define( 'ABSPATH', __DIR__ . '/' ); }"

const site = (name: string, content: string, files: readonly string[]) => {
  for (const file of files) {
    mkdirSync(dirname(join(folder, name, file)), { recursive: true })
    writeFileSync(join(folder, name, file), '')
  }
  writeFileSync(join(folder, name, 'wp-config.php'), `${needed} ${content} ${abspath}`)
  return join(folder, name, 'wp-config.php')
}
const contentOf = async (path: string, environment: Readonly<Record<string, string>> = {}) => {
  const owner = await readOwnerConfig(path, environment)
  assert(typeof owner !== 'string')
  return owner['wpContentDir']
}

it('finds the themes of a site', async () => {
  const themes = 'themes/a/theme.json'
  const usual = site('usual', '', [`wp-content/${themes}`])
  assert.equal(await contentOf(usual), join(folder, 'usual/wp-content'))

  const below = site('below', '', [`cms/wp-content/${themes}`, 'cms/wp-settings.php', 'others/a.txt'])
  assert.equal(await contentOf(below), join(folder, 'below/cms/wp-content'))

  for (const [name, written] of Object.entries({
    dir: "define('WP_CONTENT_DIR', __DIR__ . '/files');",
    file: "define('WP_CONTENT_DIR', dirname(__FILE__) . '/files');",
    abspath: "define('WP_CONTENT_DIR', dirname(ABSPATH) . '/files');",
    levels: "define('ROOT', dirname(__FILE__, 1)); const WP_CONTENT_DIR = ROOT . '/files';",
    plain: `define('WP_CONTENT_DIR', '${join(folder, 'plain/files')}');`,
    environment: "define('WP_CONTENT_DIR', getenv('CONTENT'));",
  })) {
    const path = site(name, written, [`files/${themes}`, 'cms/wp-settings.php'])
    assert.equal(await contentOf(path, { CONTENT: join(folder, name, 'files') }), join(folder, name, 'files'))
  }

  symlinkSync(join(folder, 'dir/wp-config.php'), join(folder, 'usual/linked.php'))
  assert.equal(await contentOf(join(folder, 'usual/linked.php')), join(folder, 'dir/files'))
})

it('finds none where the file says too little, or too much', async () => {
  const themes = 'themes/a/theme.json'
  assert.equal(await contentOf(site('alone', '', ['a.txt'])), undefined)
  const beside = [`wp-content/${themes}`]
  for (const [name, written] of Object.entries({
    computed: "define('WP_CONTENT_DIR', content_folder());",
    called: "define('WP_CONTENT_DIR', dirname(folder()));",
    relative: "define('WP_CONTENT_DIR', 'wp-content');",
    missing: "define('WP_CONTENT_DIR', __DIR__ . '/none');",
  }))
    assert.equal(await contentOf(site(name, written, beside)), undefined, name)

  const one = ['a', 'b'].flatMap((cms) => [`${cms}/wp-settings.php`, `${cms}/wp-content/${themes}`])
  assert.equal(await contentOf(site('two', '', one)), undefined)
  const own = site('second', '', [...one, 'a/wp-config.php'])
  assert.equal(await contentOf(own), join(folder, 'second/b/wp-content'))
})
