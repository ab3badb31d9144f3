// `[playlist]` in texts: the sounds and films that it names, with what their metadata say and the pictures of other files. What is
// expected was measured with WordPress 7.1.4.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { eventually } from '../support/eventually.ts'
import { at } from '../support/gateway.ts'
import { insertMeta, insertPosts, onPluginDatabases } from '../support/plugins.ts'

const file = (
  ID: number,
  name: string,
  type: string,
  more: Readonly<Record<string, string | number>> = {},
) => ({
  ID,
  post_type: 'attachment',
  post_status: 'inherit',
  post_mime_type: type,
  post_name: name,
  post_title: name,
  ...more,
})
const text = (ID: number, content: string) => ({ ID, post_name: `text-${ID}`, post_content: content })
const song = {
  artist: 'An Artist',
  album: 'Al & bum',
  genre: '',
  year: 1999,
  length_formatted: '3:20',
  bitrate: 128_000,
}

onPluginDatabases(
  'playlists',
  async (database) => {
    await insertPosts(database, [
      file(8801, 'one', 'audio/mpeg', {
        post_title: 'One "q" <b>&amp; é',
        post_excerpt: 'A "caption" here',
        post_content: 'A <i>description</i>',
      }),
      file(8802, 'two', 'audio/x-aiff'),
      file(8803, 'film', 'video/mp4'),
      file(8804, 'small', 'video/webm'),
      file(8805, 'cover', 'image/jpeg'),
      file(8806, 'hidden', 'audio/mpeg', { post_status: 'private' }),
      text(8811, '[playlist ids="8801 8802,8803,8806"]'),
      text(8812, '[playlist type="video" ids="8804,8803,8801" style="dark" artists="FALSE" tracklist="0"]'),
      text(8813, '[playlist type="video" ids="8804" images="0"]'),
      text(8814, '[playlist]'),
      file(8821, 'gone', 'audio/mpeg'),
      file(8822, 'bare', 'audio/mpeg'),
      file(8823, 'document', 'audio/mpeg'),
      file(8824, 'unnamed', 'audio/mpeg', { post_title: '' }),
      file(8825, 'bare', 'image/jpeg'),
      file(8826, 'doc', 'application/pdf'),
      file(8827, 'closed', 'image/jpeg', { post_status: 'private' }),
      text(8815, '[playlist ids="8821,8822,8823,8824"]'),
    ])
    for (const [id, path] of [
      [8801, '2024/02/one.mp3'],
      [8802, '2024/02/two.aiff'],
      [8803, '2024/02/film.mp4'],
      [8804, '2024/02/small.webm'],
      [8805, '2024/02/cover.jpg'],
      [8824, '2024/02/unnamed.mp3'],
      [8825, '2024/02/bare.jpg'],
      [8826, '2024/02/doc.pdf'],
      [8827, '2024/02/closed.jpg'],
    ] as const)
      await insertMeta(database, 'post', id, { _wp_attached_file: path })
    await insertMeta(database, 'post', 8801, { _wp_attachment_metadata: song, _thumbnail_id: '8805' })
    await insertMeta(database, 'post', 8803, { _wp_attachment_metadata: { width: 320, height: 400 } })
    const thumbnail = { file: 'cover-150x150.jpg', width: 150, height: 150, 'mime-type': 'image/jpeg' }
    for (const [sound, cover] of [
      [8821, 99_999],
      [8822, 8825],
      [8823, 8826],
      [8824, 8827],
    ] as const)
      await insertMeta(database, 'post', sound, { _thumbnail_id: String(cover) })
    await insertMeta(database, 'post', 8826, {
      _wp_attachment_metadata: { sizes: { full: { file: 'doc-pdf.jpg', width: 500, height: 700 } } },
    })
    await insertMeta(database, 'post', 8805, {
      _wp_attachment_metadata: { width: 600, height: 500, file: '2024/02/cover.jpg', sizes: { thumbnail } },
    })
  },
  (on) => {
    const rendered = async (id: number) =>
      String(
        at(
          (await on().gateway.get(`/wp-json/wp/v2/posts/${id}?_fields=content`)).json,
          'content',
          'rendered',
        ),
      ).replaceAll(/https?:\/\/[^/"']+/g, '')
    const scriptIn = (html: string) => JSON.parse(/<script[^>]*>(.*)<\/script>/.exec(html)?.[1] ?? '')
    const icon = (kind: string) => ({
      src: `/wp-includes/images/media/${kind}.svg`,
      width: 48,
      height: 64,
    })

    it('rest-playlists/1 are players of sounds, with what is said of them and their pictures', async () => {
      const html = await rendered(8811)
      const [before, script = '', after] = html.split(/(?<=playlist-script">)(.*)(?=<\/script>)/)
      assert.equal(
        `${before}…${after}`,
        `<div class="wp-playlist wp-audio-playlist wp-playlist-light">
			<div class="wp-playlist-current-item"></div>
		<audio controls="controls" preload="none" width="640"
			></audio>
	<div class="wp-playlist-next"></div>
	<div class="wp-playlist-prev"></div>
	<noscript>
	<ol>
		<li><a href='/wp-content/uploads/2024/02/one.mp3'>One "q" <b>&amp; é</a></li><li><a href='/wp-content/uploads/2024/02/two.aiff'>two</a></li>	</ol>
	</noscript>
	<script type="application/json" class="wp-playlist-script">…</script>
</div>
	
`,
      )
      assert.equal(
        script,
        String.raw`{"type":"audio","tracklist":true,"tracknumbers":true,"images":true,"artists":true,"tracks":[{"src":"/wp-content/uploads/2024/02/one.mp3","type":"audio/mpeg","title":"One \"q\" \u003Cb\u003E&amp; \u00e9","caption":"A \"caption\" here","description":"A \u003Ci\u003Edescription\u003C/i\u003E","meta":{"artist":"An Artist","album":"Al & bum","year":1999,"length_formatted":"3:20"},"image":{"src":"/wp-content/uploads/2024/02/cover.jpg","width":600,"height":500},"thumb":{"src":"/wp-content/uploads/2024/02/cover-150x150.jpg","width":150,"height":150}},{"src":"/wp-content/uploads/2024/02/two.aiff","type":false,"title":"two","caption":"","description":"","meta":[],"image":{"src":"/wp-includes/images/media/audio.svg","width":48,"height":64},"thumb":{"src":"/wp-includes/images/media/audio.svg","width":48,"height":64}}]}`,
      )
    })

    it('rest-playlists/2 are players of films, as high as the last of them', async () => {
      const html = await rendered(8812)
      assert.match(html, /^<div class="wp-playlist wp-video-playlist wp-playlist-dark">\n\t\t<video /)
      assert.match(html, /width="640"\n\t\t height="800"\t><\/video>/)
      const { tracks, ...flags } = scriptIn(html)
      assert.deepEqual(flags, {
        type: 'video',
        tracklist: false,
        tracknumbers: true,
        images: true,
        artists: false,
      })
      assert.deepEqual(
        tracks.map(({ dimensions, thumb }: Readonly<Record<string, unknown>>) => ({ dimensions, thumb })),
        [
          {
            dimensions: { original: { width: 640, height: 360 }, resized: { width: 640, height: 360 } },
            thumb: icon('video'),
          },
          {
            dimensions: { original: { width: 320, height: 400 }, resized: { width: 640, height: 800 } },
            thumb: icon('video'),
          },
        ],
      )
    })

    it('rest-playlists/3 have no pictures where the text wants none, and are nothing without named files', async () => {
      const { images, tracks } = scriptIn(await rendered(8813))
      assert.deepEqual([images, Object.keys(tracks[0]).includes('image')], [false, false])
      assert.equal(await rendered(8814), '\n')
    })

    it('rest-playlists/5 have the picture that a sound names, as far as it is to be had', async () => {
      const { tracks } = scriptIn(await rendered(8815))
      const folder = '/wp-content/uploads/2024/02'
      assert.deepEqual(
        tracks.map(({ image, thumb }: Readonly<Record<string, unknown>>) => [image, thumb]),
        [
          [undefined, undefined],
          [
            { src: `${folder}/bare.jpg`, width: 0, height: 0 },
            { src: `${folder}/bare.jpg`, width: 1, height: 1 },
          ],
          [
            { src: `${folder}/doc-pdf.jpg`, width: 500, height: 700 },
            { src: `${folder}/doc-pdf.jpg`, width: 107, height: 150 },
          ],
          [undefined, undefined],
        ],
      )
      assert.match(await rendered(8815), />unnamed<\/a><\/li>\t<\/ol>/)
    })

    it('rest-playlists/4 show another picture as soon as a sound has it', async () => {
      const { get } = on().gateway
      const path = '/wp-json/wp/v2/posts/8811?_fields=content'
      await get(path)
      await insertMeta(on().database, 'post', 8802, { _thumbnail_id: '8805' })
      await eventually(async () => {
        const { tracks } = scriptIn(await rendered(8811))
        assert.equal(tracks[1].thumb.src, '/wp-content/uploads/2024/02/cover-150x150.jpg')
      })
    })

    it('rest-playlists/6 films have their picture in the description, too, unless it is private', async () => {
      const { get } = on().gateway
      await insertMeta(on().database, 'post', 8803, { _thumbnail_id: '8805' })
      await insertMeta(on().database, 'post', 8804, { _thumbnail_id: '8827' })
      await eventually(async () => {
        const { json } = await get('/wp-json/wp/v2/media?include=8803,8804&orderby=id&order=asc')
        const [film, small] = [0, 1].map((place) => String(at(json, place, 'description', 'rendered')))
        assert.match(
          film ?? '',
          / height="400" poster="[^"]*\/wp-content\/uploads\/2024\/02\/cover\.jpg" preload="/,
        )
        assert.match(small ?? '', /<video /)
        assert.ok(!small?.includes('poster='))
      })
    })
  },
)
