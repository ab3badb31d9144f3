// The shape of an address: a segment that identifies one item (an id, a date, a hash) becomes a placeholder, and so does a
// segment that is too long for a word of a route.
const segmentMax = 32
const segmentsMax = 8

/** Turns `/cms-json/cms/v2/posts/7` into `/cms-json/cms/v2/posts/…`. */
export function routeShape(path: string): string {
  const segments = path.split('/')
  const shaped = segments
    .slice(0, segmentsMax)
    .map((segment) =>
      /^v\d$/.test(segment) ||
      (segment.length <= segmentMax && /^[\w.-]*$/.test(segment) && !/\d/.test(segment))
        ? segment
        : '…',
    )
  return shaped.join('/') + (segments.length > segmentsMax ? '/…' : '')
}
