// Reads the icons that come with WordPress, which lie beside the owner's wp-content.
import { join, resolve } from 'node:path'
import type { TextFile } from '../render/theme-json.ts'
import type { Config } from '../settings/config.ts'
import { readTexts } from './theme-files.ts'

/** Bytes of all icons together: WordPress 7.1 has 88 of some hundreds each. */
const bytesMax = 1_000_000

/** Empty where the folder does not exist; a sentence where its files cannot be used. */
export async function readIcons({
  wpContentDir,
}: Pick<Config, 'wpContentDir'>): Promise<readonly TextFile[] | string> {
  if (wpContentDir === undefined) return []
  const folder = join(resolve(wpContentDir), '..', 'wp-includes', 'images', 'icon-library')
  const read = await readTexts(folder, '.svg', { bytesMax, limit: 'icons' })
  return typeof read === 'string' ? read : read.texts
}
