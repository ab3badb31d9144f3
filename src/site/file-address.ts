// Addresses of uploaded files (wp_get_attachment_url): below the folder of uploads, by the path that is stored with each file,
// and with https where the site is read by it.
import { withoutSlashes } from './as-read.ts'
import type { Site } from './site.ts'

type Uploads = Pick<Site, 'home' | 'uploadsUrl'>

/**
 * `path` as stored with the file, and `guid` of its row, which counts where none is stored.
 *
 * @example
 * ```ts
 * import { fileAddress } from 'lectern'
 *
 * const site = { home: 'https://example.org', uploadsUrl: 'https://example.org/wp-content/uploads' }
 * fileAddress('2024/01/pier.jpg', '', site) // https://example.org/wp-content/uploads/2024/01/pier.jpg
 * ```
 */
export function fileAddress(path: string, guid: string, site: Uploads): string {
  return secured(path === '' ? guid : `${site.uploadsUrl}/${pathInUploads(path)}`, site)
}

/** The folder of uploads as `srcset` has it: without a slash at its end, and with https on the site's own host alone. */
export function copiesRoot(site: Uploads): string {
  const uploads = withoutSlashes(site.uploadsUrl)
  return isSameHost(uploads, site.home) ? secured(uploads, site) : uploads
}

/** The folder of the file's copies, with a slash at its end. */
export function copiesAddress(path: string, guid: string, site: Uploads): string {
  return folderOf(path === '' ? guid : `${copiesRoot(site)}/${pathInUploads(path)}`)
}

/**
 * The path of the file that has this address; null for what is not among uploads.
 *
 * @example
 * ```ts
 * import { pathAt } from 'lectern'
 *
 * const site = { home: 'https://example.org', uploadsUrl: 'https://example.org/wp-content/uploads' }
 * pathAt('https://example.org/wp-content/uploads/2024/01/pier.jpg', site) // 2024/01/pier.jpg
 * ```
 */
export function pathAt(address: string, site: Uploads): string | null {
  const uploads = [site.uploadsUrl, secured(site.uploadsUrl, site)].find((url) =>
    address.startsWith(`${url}/`),
  )
  return uploads === undefined ? null : address.slice(uploads.length + 1)
}

/** An address of WordPress's own pages and files with the scheme that the site is read by (set_url_scheme). */
export function inSiteScheme(address: string, { home }: Pick<Site, 'home'>): string {
  return address.replace(/^https?(?=:\/\/)/i, isSecure(home) ? 'https' : 'http')
}

/** Old WordPress stored where on the server's disk a file was: the site may have moved since. */
function pathInUploads(path: string): string {
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

function folderOf(address: string): string {
  return address.slice(0, address.lastIndexOf('/') + 1)
}
