// Odd texts, as WordPress 7.1.4 shows them: shortcodes in tags and across them, tags of several lines, what only looks like a
// tag, and quotes around numbers. Texts are our own; what they become was measured.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { builtInShortcodes } from '../../../src/render/built-in-shortcodes.ts'
import { renderContent, renderExcerpt } from '../../../src/render/content.ts'
import { renderContextOf } from '../../support/render-context.ts'

type Cases = readonly (readonly [text: string, html: string])[]

const context = () => renderContextOf({ shortcodes: builtInShortcodes })

const contents: Cases = [
  [
    '[caption]<a href="x"><img src="b.png" width="5"></a>text[/caption]',
    '<a href="x"><img decoding="async" src="b.png" width="5"></a>\n',
  ],
  [
    '[caption width="10"]abc <img src="b.png"> text[/caption]',
    '<figure style="width: 10px" class="wp-caption alignnone"><img decoding="async" src="b.png"><figcaption class="wp-caption-text">text</figcaption></figure>\n',
  ],
  ['[caption width=10][gallery] x[/caption]', '[gallery] x\n'],
  ['<math>\n1\n\n2\n</math>\nb', '<p><math>\n1</p>\n<p>2\n</math><br />\nb</p>\n'],
  [
    '[caption width="50%"]<img src="/a.png"> c[/caption]',
    '<figure style="width: 50px" class="wp-caption alignnone"><img decoding="async" src="/a.png"><figcaption class="wp-caption-text">c</figcaption></figure>\n',
  ],
  [
    '[caption align="x"y" width="300"]<img src="/a.png"> c[/caption]',
    '<figure style="width: 300px" class="wp-caption alignnone"><img decoding="async" src="/a.png"><figcaption class="wp-caption-text">c</figcaption></figure>\n',
  ],
  [
    '[caption width="300" caption="a <b>c</b>"]<img src="/a.png">[/caption]',
    '<figure style="width: 300px" class="wp-caption alignnone"><img decoding="async" src="/a.png"><figcaption class="wp-caption-text">a <b>c</b></figcaption></figure>\n',
  ],
  ['a < b\n\n<p><article>c</article>', '<p>a < b\n\n\n \n<br />\n<article>c</article>\n'],
  [
    '[caption width=5]<img src=a>Wordpress[/caption]Wordpress, (Wordpress',
    '<p><figure style="width: 5px" class="wp-caption alignnone"><img src=a><figcaption class="wp-caption-text">WordPress</figcaption></figure>Wordpress, (WordPress</p>\n',
  ],
  ['a < [caption width=5]<img src=a>b[/caption] c', '<p>a < <img src=a>b[/caption] c</p>\n'],
  ['a < b [gallery] c', '<p>a < b [gallery] c\n</p>\n'],
  ['</a [gallery]>x', '<p></a [gallery]>x</p>\n'],
  ['<a b="c [gallery]>x', '<p><a b="c [gallery]>x</p>\n'],
  ['<a b="c" [gallery]>x</a>', '<p><a b="c" >x</a></p>\n'],
  ['<!-- [gallery] -->', '<p><!-- [gallery] --></p>\n'],
  ['<a 3=4 [gallery]>x', '<p><a 3=4 [gallery]>x</p>\n'],
  [
    '<a title="[audio src=http://e.test/a.mp3]">x</a>',
    '<p><a title="&lt;audio class=&quot;wp-audio-shortcode&quot; id=&quot;audio-1-1&quot; preload=&quot;none&quot; style=&quot;width: 100%;&quot; controls=&quot;controls&quot;&gt;&lt;source type=&quot;audio/mpeg&quot; src=&quot;http://e.test/a.mp3?_=1&quot; /&gt;&lt;a href=&quot;http://e.test/a.mp3&quot;&gt;http://e.test/a.mp3&lt;/a&gt;&lt;/audio&gt;">x</a></p>\n',
  ],
  ['a\n\n<hr class="x"> b', '<p>a</p>\n<hr class="x"> b</p>\n'],
  ['a <hr/>b', '<p>a </p>\n<hr/>\n<p>b</p>\n'],
  [
    'a\n\n<embed src="x">\n\nb <source src="y"> c',
    '<p>a</p>\n<p><embed src="x"></p>\n<p>b<source src="y">c</p>\n',
  ],
  [
    '<object\nwidth="5"\nheight="6">\n<param name="x"\nvalue="y" />\n<embed\nsrc="z"></embed>\n</object>',
    '<p><object \nwidth="5"\nheight="6"><param name="x" \nvalue="y" /><embed \nsrc="z"></embed></object></p>\n',
  ],
  [
    '<video>\na\n</video> <object>\n b </object>',
    '<p><video><br />\na<br />\n</video> <object>b</object></p>\n',
  ],
  ['a < b :) c', '<p>a < b :) c\n</p>\n'],
  ['<codex>:)</codex> :)', '<p><codex>:)</codex> :)</p>\n'],
  ['a <\n:) b> c :)', '<p>a <\n:) b> c 🙂</p>\n'],
  [
    '<style>a & b</style> <pre><b title="a&b"> & </b></pre>',
    '<style>a & b</style>\n<pre><b title="a&#038;b"> & </b></pre>\n',
  ],
  [
    '[video src="http://e.test/a.mp4"]\n<track src="c.vtt" />\n[/video]',
    '<div style="width: 640px;" class="wp-video"><video class="wp-video-shortcode" id="video-1-1" width="640" height="360" preload="metadata" controls="controls"><source type="video/mp4" src="http://e.test/a.mp4?_=1" /><track src="c.vtt" /><a href="http://e.test/a.mp4">http://e.test/a.mp4</a></video></div>\n',
  ],
  ["'99'", '<p>&#8217;99&#8217;</p>\n'],
  ["'99' and 'in '99'", '<p>&#8217;99&#8217; and &#8216;in &#8217;99&#8217;</p>\n'],
  ["'90s'", '<p>&#8217;90s&#8217;</p>\n'],
  ['"\'99\'"', '<p>&#8220;&#8217;99&#8242;&#8221;</p>\n'],
  ["'99''", '<p>&#8217;99&#8221;</p>\n'],
  ["'a 12' b", '<p>&#8216;a 12&#8217; b</p>\n'],
  ["'a 12' b 'em c", '<p>&#8216;a 12&#8242; b &#8217;em c</p>\n'],
  ["'a &#8217; 12' b", '<p>&#8216;a &#8217; 12&#8242; b</p>\n'],
  ["'a 5'{ b", '<p>&#8216;a 5&#8242;{ b</p>\n'],
  ['"a 5" 6". b 7" c', '<p>&#8220;a 5&#8243; 6&#8221;. b 7&#8243; c</p>\n'],
  ['"a 5" \'\' b', '<p>&#8220;a 5&#8243; &#8221; b</p>\n'],
  // A comment may end with the dashes that it begins with
  ['<!--> "a" <!--->\'b\'', '<p><!--> &#8220;a&#8221; <!--->&#8216;b&#8217;</p>\n'],
  // Digits behind an apostrophe are a year where a word ends
  ['5\'10"&#8217; 6\'11"', '<p>5&#8217;10&#8243;&#8217; 6&#8217;11&#8221;</p>\n'],
  ['a\r\nb<pre>c\r\nd</pre>', '<p>a<br />\nb</p>\n<pre>c\r\nd</pre>\n'],
]

const excerpts: Cases = [
  ['a ]]> b', '<p>a ]]&gt; b</p>\n'],
  ['<![CDATA[ "x" ]]> b <i>c</i> d', '<p>c d</p>\n'],
  ['a < b :) c', '<p>a < b 🙂 c\n</p>\n'],
  ['x <3<!--more-->y z', '<p>x &lt;3</p>\n'],
  ['a <3 b <!-- c --> d <i>e</i> f > g', '<p>a d g</p>\n'],
  ['x <3 y <![CDATA[ q ]]> z <i>e</i> f <b>g</b> h', '<p>x f g h</p>\n'],
  ['x <3 <?php a ?> b > c', '<p>x</p>\n'],
  ['a < b [gallery] c', '<p>a < b [gallery] c\n</p>\n'],
]

describe('the content', () => {
  for (const [text, html] of contents)
    it(`of ${JSON.stringify(text)}`, () => assert.equal(renderContent(text, context()), html))
})

describe('the excerpt', () => {
  for (const [text, html] of excerpts)
    it(`of ${JSON.stringify(text)}`, () => assert.equal(renderExcerpt('', text, context()), html))
})
