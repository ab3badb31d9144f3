// Texts that say that they are rendered, and take long: for tests of how much is rendered, and in which order.
import { channel, type ChannelListener } from 'node:diagnostics_channel'
import { extensionFile } from './extensions.ts'

const rendered = channel('lectern-test.rendered')

/** `[counted]` says that it is rendered, and takes as long as the attribute `ms` says. */
const counting = `
  import { channel } from 'node:diagnostics_channel'
  import { defineExtension } from 'lectern'
  const rendered = channel('lectern-test.rendered')
  export default defineExtension({
    name: 'counting',
    shortcodes: {
      counted: (attributes, inner, { postId }) => {
        rendered.publish(postId)
        const end = performance.now() + Number(attributes.get('ms') ?? 0)
        while (performance.now() < end);
        return 'counted'
      },
    },
  })
`

/** The path of an extension with the shortcode. */
export function countedTexts(): string {
  return extensionFile('counting.mjs', counting)
}

/** Calls `note` with the id of each post whose text is rendered during the work. */
export async function whileCounting<T>(note: (id: string) => void, work: () => Promise<T>): Promise<T> {
  const listener: ChannelListener = (id) => note(String(id))
  rendered.subscribe(listener)
  try {
    return await work()
  } finally {
    rendered.unsubscribe(listener)
  }
}
