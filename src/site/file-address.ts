// Addresses of uploaded files (wp_get_attachment_url): below the folder of uploads, by the path that is stored with each file,
// and with https where the site's own address has it.
import { withoutSlashes } from './as-read.ts'
import type { Site } from './site.ts'

type Uploads = Pick<Site, 'home' | 'uploadsUrl'>

/**
 * Builds the address from the stored `path`, or from the row's `guid` where the path is empty.
 *
 * @example
 * ```ts
 * import { defineExtension, fileAddress, fileMeta, textOf, Type, type FieldInput } from 'lectern'
 *
 * const download = {
 *   name: 'download',
 *   contexts: ['view'],
 *   schema: Type.String({ description: 'Where the file is.' }),
 *   columns: ['id', 'guid'],
 *   needs: () => ({ meta: fileMeta }),
 *   value: ({ row, site, needed }: FieldInput) =>
 *     fileAddress(needed.metaOf(Number(row['id']), '_wp_attached_file') ?? '', textOf(row, 'guid'), site),
 * } as const
 *
 * export default defineExtension({ name: 'download', adds: { attachment: { fields: [download] } } })
 * ```
 */
export function fileAddress(path: string, guid: string, site: Uploads): string {
  return secured(path === '' ? guid : `${site.uploadsUrl}/${pathInUploads(path)}`, site)
}

/** The address of the folder of uploads in `srcset`: no slash at its end, and only on the site's own host the site's https. */
export function copiesRoot(site: Uploads): string {
  const uploads = withoutSlashes(site.uploadsUrl)
  return isSameHost(uploads, site.home) ? secured(uploads, site) : uploads
}

/**
 * The path of the file that has this address; null for an address outside the folder of uploads.
 *
 * @example
 * ```ts
 * import { defineExtension, pathAt, textOf, Type, type FieldInput } from 'lectern'
 *
 * const place = {
 *   name: 'place',
 *   contexts: ['view'],
 *   schema: Type.Optional(Type.String({ description: 'The path of the file that the guid leads to.' })),
 *   columns: ['guid'],
 *   value: ({ row, site }: FieldInput) => pathAt(textOf(row, 'guid'), site) ?? '',
 * } as const
 *
 * export default defineExtension({ name: 'place', adds: { attachment: { fields: [place] } } })
 * ```
 */
export function pathAt(address: string, site: Uploads): string | null {
  const uploads = [site.uploadsUrl, secured(site.uploadsUrl, site)].find((url) =>
    address.startsWith(`${url}/`),
  )
  return uploads === undefined ? null : address.slice(uploads.length + 1)
}

/** Gives an address of WordPress's own pages and files the scheme of the site's address (set_url_scheme). */
export function inSiteScheme(address: string, { home }: Pick<Site, 'home'>): string {
  return address.replace(/^https?(?=:\/\/)/i, isSecure(home) ? 'https' : 'http')
}

/** Old versions of WordPress stored a path of the server's disk; only its end is kept, because the site may have moved since. */
export function pathInUploads(path: string): string {
  const place = path.slice(0, path.lastIndexOf('/') + 1).indexOf(defaultFolder)
  return place === -1 ? path : path.slice(place + defaultFolder.length).replace(/^\/+/, '')
}

const defaultFolder = 'wp-content/uploads'

function secured(address: string, { home }: Pick<Site, 'home'>): string {
  return isSecure(home) ? address.replace(/^http(?=:\/\/)/i, 'https') : address
}

function isSecure(home: string): boolean {
  return /^https:/i.test(home)
}

function isSameHost(one: string, other: string): boolean {
  const [host, otherHost] = [one, other].map((url) => /^https?:\/\/([^/?#]+)/i.exec(url)?.[1]?.toLowerCase())
  return host !== undefined && host === otherHost
}
