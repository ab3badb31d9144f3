// Comparisons of two words that are made without the server hold under every collation that a server has.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { equalText } from '../../src/read/three-valued.ts'
import { testDatabases } from '../support/databases.ts'

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789_-'.split('')
/** Letters, what two of them may be one of in some language, and words that are asked for. */
const words = [
  ...new Set([
    '',
    ...letters,
    ...letters.flatMap((one) => letters.map((other) => one + other)),
    ...'ccs dzs ddz lly nny ssz tty zzs sch sts aaa wiki viky autodraft publish draft auto-draft future pending'.split(
      ' ',
    ),
    ...'private trash inherit post page attachment revision nav_menu_item wp_block wp_template product'.split(
      ' ',
    ),
  ]),
]

for (const kind of testDatabases()) {
  const { server } = kind
  if (server === null) continue
  describe(`words on ${kind.name}`, () => {
    it('are equal, and differ, as they are said to under every collation', async () => {
      const database = await kind.create({ seed: 'empty' })
      const collations = await database.execute(
        `select collation_name as name, character_set_name as charset from information_schema.collations
         where character_set_name in ('utf8mb4', 'utf8mb3', 'utf8', 'latin1', 'latin2', 'ascii', 'cp1250', 'cp1251', 'cp1257', 'latin5', 'latin7', 'greek', 'hebrew')`,
      )
      assert(collations.length > 50)
      const list = words.map((word) => `select '${word}' as word`).join(' union all ')
      await database.execute(`create table words (word varchar(20) character set ascii) as ${list}`)
      const wrong: string[] = []
      for (const { name, charset } of collations) {
        const alike = await database.execute(
          `select group_concat(word) as alike from words
           group by convert(word using ${String(charset)}) collate ${String(name)} having count(*) > 1`,
        )
        for (const row of alike) {
          const group = String(row['alike']).split(',')
          for (const one of group)
            for (const other of group)
              if (one !== other && equalText(one, other) !== null)
                wrong.push(`${String(name)}: ${one} ${other}`)
        }
      }
      await database.drop()
      assert.deepEqual(wrong, [])
    })
  })
}
