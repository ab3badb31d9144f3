// MIME types that users may upload (measured), and by which they filter media.
import { can, type Viewer } from '../../core/viewer.ts'

/** Subtypes, by type. */
const subtypes: Readonly<Record<string, string>> = {
  image: 'jpeg gif png bmp tiff webp avif x-icon heic heif heic-sequence heif-sequence',
  video:
    'x-ms-asf x-ms-wmv x-ms-wmx x-ms-wm avi divx x-flv quicktime mpeg mp4 ogg webm x-matroska 3gpp 3gpp2',
  text: 'plain csv tab-separated-values calendar richtext css vtt',
  application:
    'ttaf+xml rtf pdf java x-tar zip x-gzip rar x-7z-compressed octet-stream msword vnd.ms-powerpoint vnd.ms-write vnd.ms-excel vnd.ms-access vnd.ms-project vnd.openxmlformats-officedocument.wordprocessingml.document vnd.ms-word.document.macroEnabled.12 vnd.openxmlformats-officedocument.wordprocessingml.template vnd.ms-word.template.macroEnabled.12 vnd.openxmlformats-officedocument.spreadsheetml.sheet vnd.ms-excel.sheet.macroEnabled.12 vnd.ms-excel.sheet.binary.macroEnabled.12 vnd.openxmlformats-officedocument.spreadsheetml.template vnd.ms-excel.template.macroEnabled.12 vnd.ms-excel.addin.macroEnabled.12 vnd.openxmlformats-officedocument.presentationml.presentation vnd.ms-powerpoint.presentation.macroEnabled.12 vnd.openxmlformats-officedocument.presentationml.slideshow vnd.ms-powerpoint.slideshow.macroEnabled.12 vnd.openxmlformats-officedocument.presentationml.template vnd.ms-powerpoint.template.macroEnabled.12 vnd.ms-powerpoint.addin.macroEnabled.12 vnd.openxmlformats-officedocument.presentationml.slide vnd.ms-powerpoint.slide.macroEnabled.12 onenote oxps vnd.ms-xpsdocument vnd.oasis.opendocument.text vnd.oasis.opendocument.presentation vnd.oasis.opendocument.spreadsheet vnd.oasis.opendocument.graphics vnd.oasis.opendocument.chart vnd.oasis.opendocument.database vnd.oasis.opendocument.formula wordperfect vnd.apple.keynote vnd.apple.numbers vnd.apple.pages',
  audio: 'mpeg aac x-realaudio wav ogg flac midi x-ms-wma x-ms-wax x-matroska',
}

/** Types that only viewers with `unfiltered_html` may upload, because they can contain scripts. */
const unfiltered: readonly string[] = ['text/html', 'application/javascript']

export const knownMimeTypes: readonly string[] = Object.entries(subtypes).flatMap(([kind, names]) =>
  names.split(' ').map((name) => `${kind}/${name}`),
)

/** Expands kinds (`image`) to their types, and adds the known ones among `types`. */
export function mimeTypesOf(
  kinds: readonly string[],
  types: readonly string[],
  viewer: Viewer,
): readonly string[] {
  const all = can(viewer, 'unfiltered_html') ? [...knownMimeTypes, ...unfiltered] : knownMimeTypes
  return all.filter((type) => types.includes(type) || kinds.some((kind) => type.startsWith(`${kind}/`)))
}
