// The theme.json that the settings name, with what the owner chose in the site editor over it: classes of blocks follow from
// both, and a change of the second drops the responses that were made with the first.
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, it } from 'node:test'
import { eventually } from '../support/eventually.ts'
import { at, onEveryDatabase, onOneDatabase, startTestGateway } from '../support/gateway.ts'

const folder = mkdtempSync(join(tmpdir(), 'lectern-theme-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const file = (path: string, json: unknown) => {
  const full = join(folder, path)
  mkdirSync(dirname(full), { recursive: true })
  writeFileSync(full, typeof json === 'string' ? json : JSON.stringify(json))
  return full
}
const theme = {
  settings: { spacing: { blockGap: true }, color: { duotone: [{ slug: 'dusk' }] } },
  styles: { spacing: { blockGap: '1.2rem' } },
}
const path = file('ours/theme.json', theme)
file('ours/styles/blocks/waves.json', { slug: 'waves', blockTypes: ['core/separator'] })
const columns = '<!-- wp:columns --><div class="c"></div><!-- /wp:columns -->'
const waves =
  '<!-- wp:separator {"className":"is-style-waves"} --><hr class="is-style-waves"/><!-- /wp:separator -->'
const toned = (slug: string) =>
  `<!-- wp:cover {"style":{"color":{"duotone":"var:preset|duotone|${slug}"}}} --><div class="t"></div><!-- /wp:cover -->`

onEveryDatabase(
  "an owner's theme",
  (on) => {
    const post = (id: number, type: string, slug: string, content: string) =>
      on().database.execute(
        `insert into wp_posts (ID, post_author, post_date, post_date_gmt, post_content, post_title, post_excerpt,
         post_status, comment_status, ping_status, post_password, post_name, to_ping, pinged, post_modified,
         post_modified_gmt, post_content_filtered, post_parent, guid, menu_order, post_type, post_mime_type, comment_count)
         values (${id}, 1, '2024-05-01 10:00:00', '2024-05-01 10:00:00', '${content}', 'One', '', 'publish', 'closed',
         'closed', '', '${slug}', '', '', '2024-05-01 10:00:00', '2024-05-01 10:00:00', '', 0, '', 0, '${type}', '', 0)`,
      )
    const rendered = async () =>
      String(at((await on().gateway.get('/cms-json/cms/v2/pages/9001')).json, 'content', 'rendered'))
    it('rest-theme/1 gives blocks its gaps and styles, and what its owner chose since', async () => {
      await on().database.execute(
        "update wp_options set option_value = 'ours' where option_name = 'stylesheet'",
      )
      await post(9001, 'page', 'themed', columns + waves + toned('dusk') + toned('dawn'))
      const before = await rendered()
      assert.match(before, /is-style-waves--\d/)
      assert.match(before, /wp-duotone-dusk"/)
      assert.doesNotMatch(before, /wp-duotone-dawn"/)
      const chosen = JSON.stringify({
        version: 3,
        isGlobalStylesUserThemeJSON: true,
        settings: { color: { duotone: { custom: [{ slug: 'dawn' }] } } },
        styles: { blocks: { 'core/columns': { spacing: { blockGap: 'var:preset|spacing|50' } } } },
      })
      assert(!before.includes('-794e3cfa '), before)
      await post(9002, 'wp_global_styles', 'wp-global-styles-ours-2', chosen)
      await post(9003, 'wp_global_styles', 'wp-global-styles-ours', chosen)
      await eventually(async () => assert.match(await rendered(), /-794e3cfa /))
      assert.match(await rendered(), /wp-duotone-dusk".*wp-duotone-dawn"/s)
      await on().database.execute('delete from wp_posts where ID = 9003')
      await eventually(async () => assert.equal(await rendered(), before))
      await on().database.execute('delete from wp_posts where ID in (9001, 9002)')
    })
  },
  { themeJson: path, feed: 'auto' },
)

onOneDatabase('a theme.json that cannot be used', 'it is refused before any database is asked', (on) => {
  it('rest-theme/2 ends the start with a sentence that names the file', async () => {
    const wrong: readonly (readonly [path: string, bytesMax: number, sentence: RegExp])[] = [
      [join(folder, 'none.json'), 1000, /none\.json cannot be read \(ENOENT\)$/],
      [folder, 1000, /lectern-theme-\w+ is no file$/],
      [file('broken/theme.json', '{'), 1000, /theme\.json is no JSON( object)?$/],
      [file('list/theme.json', []), 1000, /theme\.json is no JSON( object)?$/],
      [
        file('package/package.json', { name: 'a' }),
        1000,
        /has neither settings nor styles: is it a theme\.json\?$/,
      ],
      [path, 10, /theme\.json has \d+ bytes, of which 10 are left for it \(themeBytesMax\)$/],
      [path, JSON.stringify(theme).length + 1, /waves\.json has \d+ bytes, of which 1 are left/],
    ]
    for (const [themeJson, themeBytesMax, sentence] of wrong)
      await assert.rejects(startTestGateway(on().database, { themeJson, themeBytesMax }), (error) => {
        assert(error instanceof Error)
        assert.match(error.message, /^themeJson: /)
        assert.match(error.message, sentence)
        return true
      })
  })
})
