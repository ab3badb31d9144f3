// Files of owners, JSON above all, as settings name them by folders: within a limit of bytes, and with a sentence for each that cannot be used.
import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { errorCode, whyUnread } from '../core/error-code.ts'
import { parseJson } from '../core/json-value.ts'

/** Paths in their order, with those of folders below; none where there is no such folder. */
export async function filesIn(folder: string, ending: string): Promise<readonly string[] | string> {
  try {
    const found = await readdir(folder, { withFileTypes: true, recursive: true })
    return found
      .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
      .map((entry) => join(entry.parentPath, entry.name))
      .toSorted((one, other) => (relative(folder, one) < relative(folder, other) ? -1 : 1))
  } catch (error) {
    return errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR'
      ? []
      : `${folder} cannot be read: ${whyUnread(error)}`
  }
}

export interface FileLimit {
  readonly bytesMax: number
  /** The setting that says how large it may be. */
  readonly limit: string
}

/** Returns a sentence where the file cannot be used. */
export async function readJson(
  path: string,
  limit: FileLimit,
): Promise<{ readonly json: unknown; readonly bytes: number } | string> {
  const read = await readText(path, limit)
  if (typeof read === 'string') return read
  const json = parseJson(read.text)
  return json === null ? `${path} is no JSON` : { json, bytes: read.bytes }
}

export async function readText(
  path: string,
  limit: FileLimit,
): Promise<{ readonly text: string; readonly bytes: number } | string> {
  const bytes = await readBytes(path, limit)
  if (bytes === null) return `${path} cannot be read: there is no such file`
  return typeof bytes === 'string' ? bytes : { text: bytes.toString(), bytes: bytes.length }
}

/** Null where there is no such file. Pipes and devices, which may never end, are none. */
export async function readBytes(
  path: string,
  { bytesMax, limit }: FileLimit,
): Promise<Buffer | string | null> {
  try {
    const file = await stat(path)
    if (!file.isFile()) return `${path} is no file`
    if (file.size > bytesMax)
      return `${path} has ${file.size} bytes, of which ${bytesMax} are left for it (${limit})`
    return await readFile(path)
  } catch (error) {
    return errorCode(error) === 'ENOENT' ? null : `${path} cannot be read: ${whyUnread(error)}`
  }
}
