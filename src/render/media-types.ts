// MIME types of audio and video files by their extensions.

/** The extension of a file's address, in lower case; empty where the address does not end with one. */
export function endingOf(url: string): string {
  return /\.([a-z0-9]{2,4})$/i.exec(url)?.[1]?.toLowerCase() ?? ''
}

/** MIME types by extension (wp_get_mime_types). */
export const mediaTypes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'video/x-ms-asf': 'asf asx',
    'video/x-ms-wmv': 'wmv',
    'video/x-ms-wmx': 'wmx',
    'video/x-ms-wm': 'wm',
    'video/avi': 'avi',
    'video/divx': 'divx',
    'video/x-flv': 'flv',
    'video/quicktime': 'mov qt',
    'video/mpeg': 'mpeg mpg mpe',
    'video/mp4': 'mp4 m4v',
    'video/ogg': 'ogv',
    'video/webm': 'webm',
    'video/x-matroska': 'mkv',
    'video/3gpp': '3gp 3gpp',
    'video/3gpp2': '3g2 3gp2',
    'audio/mpeg': 'mp3 m4a m4b',
    'audio/aac': 'aac',
    'audio/x-realaudio': 'ra ram',
    'audio/wav': 'wav',
    'audio/ogg': 'ogg oga',
    'audio/flac': 'flac',
    'audio/midi': 'mid midi',
    'audio/x-ms-wma': 'wma',
    'audio/x-ms-wax': 'wax',
    'audio/x-matroska': 'mka',
  }).flatMap(([type, endings]) => endings.split(' ').map((ending) => [ending, type] as const)),
)
