// Files of owners, mostly JSON, in folders that settings name: each is limited in bytes, and one that cannot be used gives a sentence.
import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { errorCode, whyUnread } from '../core/error-code.ts'
import { parseJson } from '../core/json-value.ts'

/** Sorted paths of files in a folder and its subfolders; empty where the folder does not exist. */
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
  /** The name of the setting that limits the file's size. */
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

/** Null where the file does not exist. Pipes and devices count as missing, because they may never end. */
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
