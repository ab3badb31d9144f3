-- A small town's site: posts in every state, pages, products, media, users, terms and comments, for demos and tests.
-- Loads after schema/mysql.sql or schema/sqlite.sql. Texts hold literal line ends, and a quote is written twice.
/*! SET sql_mode='NO_BACKSLASH_ESCAPES' */;
/*! SET NAMES utf8mb4 */;

insert into wp_posts
  (ID, post_author, post_date, post_date_gmt, post_content, post_title, post_excerpt, post_status,
   comment_status, ping_status, post_password, post_name, to_ping, pinged, post_modified, post_modified_gmt,
   post_content_filtered, post_parent, guid, menu_order, post_type, post_mime_type, comment_count)
values
  (101, 1, '2024-01-05 09:00:00', '2024-01-05 09:00:00', 'Taken with a phone.

No filter''s been used.', 'Pier at dawn', 'The pier -- before the crowds', 'inherit', 'open', 'closed', '', 'pier-at-dawn', '', '', '2024-01-05 09:00:00', '2024-01-05 09:00:00', '', 201, 'http://127.0.0.1:8081/wp-content/uploads/2024/01/pier.jpg', 0, 'attachment', 'image/jpeg', 0),
  (102, 1, '2024-01-06 09:00:00', '2024-01-06 09:00:00', '', 'Gull''s lunch', '', 'inherit', 'open', 'closed', '', 'gulls-lunch', '', '', '2024-01-06 09:00:00', '2024-01-06 09:00:00', '', 212, 'http://127.0.0.1:8081/wp-content/uploads/2024/01/gull.png', 0, 'attachment', 'image/png', 0),
  (103, 3, '2024-01-07 09:00:00', '2024-01-07 09:00:00', '', 'tall', '', 'inherit', 'open', 'closed', '', 'tall', '', '', '2024-01-07 09:00:00', '2024-01-07 09:00:00', '', 206, 'http://127.0.0.1:8081/wp-content/uploads/2024/01/tall.jpg', 0, 'attachment', 'image/jpeg', 0),
  (104, 1, '2024-01-08 09:00:00', '2024-01-08 09:00:00', '', 'tiny', '', 'inherit', 'open', 'closed', '', 'tiny', '', '', '2024-01-08 09:00:00', '2024-01-08 09:00:00', '', 0, 'http://127.0.0.1:8081/wp-content/uploads/2024/01/tiny.png', 0, 'attachment', 'image/png', 0),
  (105, 2, '2024-01-09 09:00:00', '2024-01-09 09:00:00', '', 'banner', '', 'inherit', 'open', 'closed', '', 'banner', '', '', '2024-01-09 09:00:00', '2024-01-09 09:00:00', '', 217, 'http://127.0.0.1:8081/wp-content/uploads/2024/01/banner.jpg', 0, 'attachment', 'image/jpeg', 0),
  (106, 1, '2024-02-01 09:00:00', '2024-02-01 09:00:00', '', 'dot', '', 'inherit', 'open', 'closed', '', 'dot', '', '', '2024-02-01 09:00:00', '2024-02-01 09:00:00', '', 0, 'http://127.0.0.1:8081/wp-content/uploads/2024/02/dot.gif', 0, 'attachment', 'image/gif', 0),
  (107, 1, '2024-02-02 09:00:00', '2024-02-02 09:00:00', '', 'soup', '', 'inherit', 'open', 'closed', '', 'soup', '', '', '2024-02-02 09:00:00', '2024-02-02 09:00:00', '', 202, 'http://127.0.0.1:8081/wp-content/uploads/2024/02/soup.webp', 0, 'attachment', 'image/webp', 0),
  (108, 1, '2024-02-03 09:00:00', '2024-02-03 09:00:00', '', 'Owner’s manual', '', 'inherit', 'open', 'closed', '', 'owners-manual', '', '', '2024-02-03 09:00:00', '2024-02-03 09:00:00', '', 0, 'http://127.0.0.1:8081/wp-content/uploads/2024/02/manual.pdf', 0, 'attachment', 'application/pdf', 0),
  (109, 1, '2024-02-04 09:00:00', '2024-02-04 09:00:00', '', 'notes', '', 'inherit', 'open', 'closed', '', 'notes', '', '', '2024-02-04 09:00:00', '2024-02-04 09:00:00', '', 0, 'http://127.0.0.1:8081/wp-content/uploads/2024/02/notes.txt', 0, 'attachment', 'text/plain', 0),
  (110, 1, '2024-03-01 09:00:00', '2024-03-01 09:00:00', '', 'Lamp', '', 'inherit', 'open', 'closed', '', 'lamp', '', '', '2024-03-01 09:00:00', '2024-03-01 09:00:00', '', 0, 'http://127.0.0.1:8081/wp-content/uploads/2024/03/lamp.jpg', 0, 'attachment', 'image/jpeg', 0),
  (111, 1, '2024-03-01 09:00:00', '2024-03-01 09:00:00', '', 'Lamp', '', 'inherit', 'open', 'closed', '', 'lamp-2', '', '', '2024-03-01 09:00:00', '2024-03-01 09:00:00', '', 0, 'http://127.0.0.1:8081/wp-content/uploads/2024/03/lamp-2.jpg', 0, 'attachment', 'image/jpeg', 0),
  (112, 1, '2024-03-02 09:00:00', '2024-03-02 09:00:00', '', 'Chair <oak>', '', 'inherit', 'open', 'closed', '', 'chair', '', '', '2024-03-02 09:00:00', '2024-03-02 09:00:00', '', 0, 'http://127.0.0.1:8081/wp-content/uploads/2024/03/chair.png', 0, 'attachment', 'image/png', 0),
  (113, 7, '2024-03-03 09:00:00', '2024-03-03 09:00:00', '', 'quay (1)', '', 'inherit', 'open', 'closed', '', 'quay-1', '', '', '2024-03-03 09:00:00', '2024-03-03 09:00:00', '', 0, 'http://127.0.0.1:8081/wp-content/uploads/2024/03/quay%20(1).jpg', 0, 'attachment', 'image/jpeg', 0),
  (114, 1, '2024-03-04 09:00:00', '2024-03-04 09:00:00', '', 'No metadata', '', 'inherit', 'open', 'closed', '', 'no-metadata', '', '', '2024-03-04 09:00:00', '2024-03-04 09:00:00', '', 0, 'http://127.0.0.1:8081/wp-content/uploads/2024/03/lost.jpg', 0, 'attachment', 'image/jpeg', 0),
  (201, 3, '2024-01-10 07:15:00', '2024-01-10 07:15:00', 'The first boats leave at five. "Quiet morning," says the harbour master -- and she''s right: it isn''t loud at all...

Rock ''n'' roll plays from a radio. In the ''90s it was tapes. 6''2" is his height, 3x4 the size of the table, and 1990-2000 the decade.
A single line break makes a new line.

A third paragraph &mdash; with an entity, an & ampersand and a <em>tag</em>.', 'The harbour wakes up', '', 'publish', 'open', 'open', '', 'the-harbour-wakes-up', '', '', '2024-01-11 08:00:00', '2024-01-11 08:00:00', '', 0, 'http://127.0.0.1:8081/?p=201', 0, 'post', '', 2),
  (202, 2, '2024-01-12 12:00:00', '2024-01-12 12:00:00', 'Take three leeks.<!--more Read on for the soup-->Chop them.

<ul>
<li>one leek</li>
<li>two leeks</li>
</ul>
<blockquote>Soup is patience.

Patience is soup.</blockquote>
<pre>
  keep   this
    "as is" -- please...
</pre>
Done :) and ;-) and 8-) plus :mrgreen: .', 'Soup & bread: a “simple” lunch', 'A short hand-written excerpt, with "quotes" & a <strong>bold</strong> word.', 'publish', 'open', 'open', '', 'soup-bread-a-simple-lunch', '', '', '2024-01-12 12:00:00', '2024-01-12 12:00:00', '', 0, 'http://127.0.0.1:8081/?p=202', 0, 'post', '', 1),
  (203, 1, '2024-01-15 10:00:00', '2024-01-15 10:00:00', 'Tie one.', 'Same minute, first', '', 'publish', 'open', 'open', '', 'same-minute-first', '', '', '2024-01-15 10:00:00', '2024-01-15 10:00:00', '', 0, 'http://127.0.0.1:8081/?p=203', 0, 'post', '', 0),
  (204, 2, '2024-01-15 10:00:00', '2024-01-15 10:00:00', 'Tie two.', 'Same minute, second', '', 'publish', 'open', 'open', '', 'same-minute-second', '', '', '2024-01-15 10:00:00', '2024-01-15 10:00:00', '', 0, 'http://127.0.0.1:8081/?p=204', 0, 'post', '', 0),
  (205, 3, '2024-01-15 10:00:00', '2024-01-15 10:00:00', 'Tie three.', 'Same minute, third', '', 'publish', 'open', 'open', '', 'same-minute-third', '', '', '2024-01-15 10:00:00', '2024-01-15 10:00:00', '', 0, 'http://127.0.0.1:8081/2024/01/15/same-minute-third/', 0, 'post', '', 0),
  (206, 3, '2024-01-16 10:00:00', '0000-00-00 00:00:00', 'Not yet.', 'Draft of a plan', '', 'draft', 'open', 'open', '', '', '', '', '2024-01-16 10:00:00', '2024-01-16 10:00:00', '', 0, 'http://127.0.0.1:8081/?p=206', 0, 'post', '', 0),
  (207, 4, '2024-01-16 11:00:00', '0000-00-00 00:00:00', 'No slug, no date.', 'Floating draft', '', 'draft', 'open', 'open', '', '', '', '', '2024-01-16 11:00:00', '2024-01-16 11:00:00', '', 0, 'http://127.0.0.1:8081/?p=207', 0, 'post', '', 0),
  (208, 4, '2024-01-17 10:00:00', '0000-00-00 00:00:00', 'Please check.', 'Waiting for review', '', 'pending', 'open', 'open', '', '', '', '', '2024-01-17 10:00:00', '2024-01-17 10:00:00', '', 0, 'http://127.0.0.1:8081/?p=208', 0, 'post', '', 0),
  (209, 2, '2024-01-18 10:00:00', '2024-01-18 10:00:00', 'Members only.', 'Private minutes', '', 'private', 'open', 'open', '', 'private-minutes', '', '', '2024-01-18 10:00:00', '2024-01-18 10:00:00', '', 0, 'http://127.0.0.1:8081/?p=209', 0, 'post', '', 1),
  (210, 3, '2098-06-01 10:00:00', '2098-06-01 10:00:00', 'Not before its time.', 'From the future', '', 'future', 'open', 'open', '', 'from-the-future', '', '', '2098-06-01 10:00:00', '2098-06-01 10:00:00', '', 0, 'http://127.0.0.1:8081/?p=210', 0, 'post', '', 0),
  (211, 1, '2024-01-19 10:00:00', '2024-01-19 10:00:00', 'Gone.', 'Thrown away', '', 'trash', 'open', 'open', '', 'thrown-away__trashed', '', '', '2024-01-19 10:00:00', '2024-01-19 10:00:00', '', 0, 'http://127.0.0.1:8081/?p=211', 0, 'post', '', 0),
  (212, 1, '2024-01-20 10:00:00', '2024-01-20 10:00:00', 'The secret text.

It has two paragraphs.', 'Locked "room"', 'Secret excerpt', 'publish', 'open', 'open', 'sesame', 'locked-room', '', '', '2024-01-20 10:00:00', '2024-01-20 10:00:00', '', 0, 'http://127.0.0.1:8081/?p=212', 0, 'post', '', 1),
  (213, 1, '2024-01-22 09:00:00', '2024-01-22 09:00:00', 'Page one text.

<!--nextpage-->

Page two text.

<!--nextpage-->Page three text.', 'Two pages -- one post', '', 'publish', 'open', 'open', '', 'two-pages-one-post', '', '', '2024-01-22 09:00:00', '2024-01-22 09:00:00', '', 0, 'http://127.0.0.1:8081/?p=213', 0, 'post', '', 0),
  (214, 7, '2024-01-23 09:00:00', '2024-01-23 09:00:00', 'This one has no title at all.', '', '', 'publish', 'open', 'open', '', '214', '', '', '2024-01-23 09:00:00', '2024-01-23 09:00:00', '', 0, 'http://127.0.0.1:8081/?p=214', 0, 'post', '', 0),
  (215, 1, '2024-01-24 09:00:00', '2024-01-24 09:00:00', 'Some <script>var a = "x -- y"; if (a && 1 < 2) { run(''z''); }</script> inline.

<style>p { content: "a -- b"; }</style>

After <code>a -- "b"</code> and <kbd>it''s</kbd>.', 'A <em>styled</em> title & <script>alert(1)</script> more', '', 'publish', 'open', 'open', '', 'a-styled-title-alert1-more', '', '', '2024-01-24 09:00:00', '2024-01-24 09:00:00', '', 0, 'http://127.0.0.1:8081/2024/01/24/a-styled-title-alert1-more/', 0, 'post', '', 0),
  (216, 1, '2024-01-25 09:00:00', '2024-01-25 09:00:00', 'Party 🎉🎊 time 👩‍👩‍👧‍👦!

これは日本語の文章です。「引用」もあります。

שלום עולם "ציטוט" -- כן.

مرحبا بالعالم...

Zażółć gęślą jaźń. İstanbul ß ﬁ.', 'Emoji 🎉 and 漢字 and עברית', '', 'publish', 'open', 'open', '', 'emoji-%f0%9f%8e%89-and-%e6%bc%a2%e5%ad%97-and-%d7%a2%d7%91%d7%a8%d7%99%d7%aa', '', '', '2024-01-25 09:00:00', '2024-01-25 09:00:00', '', 0, 'http://127.0.0.1:8081/?p=216', 0, 'post', '', 0),
  (217, 3, '2024-02-01 09:00:00', '2024-02-01 09:00:00', 'We started at the old lighthouse before breakfast, with <strong>two apples</strong>, a flask of tea and a map that nobody trusted. The path follows the cliff for about an hour, then it drops to a bay where the sand is grey and the water is so clear that you can count the stones. From there it climbs again, past a ruined chapel, a field of patient sheep, a gate that doesn''t shut, and finally a bench with a view that makes everyone go silent for a while. "Worth it," somebody said at last.

We walked home by the road -- slower, happier, and a little sunburnt.', 'A long walk (auto excerpt)', '', 'publish', 'open', 'open', '', 'a-long-walk-auto-excerpt', '', '', '2024-02-01 09:00:00', '2024-02-01 09:00:00', '', 0, 'http://127.0.0.1:8081/?p=217', 0, 'post', '', 0),
  (218, 1, '2024-02-02 09:00:00', '2024-02-02 09:00:00', 'word1 word2 word3 word4 word5 word6 word7 word8 word9 word10 word11 word12 word13 word14 word15 word16 word17 word18 word19 word20 word21 word22 word23 word24 word25 word26 word27 word28 word29 word30 word31 word32 word33 word34 word35 word36 word37 word38 word39 word40 word41 word42 word43 word44 word45 word46 word47 word48 word49 word50 word51 word52 word53 word54 word55', 'Exactly fifty-five words', '', 'publish', 'open', 'open', '', 'exactly-fifty-five-words', '', '', '2024-02-02 09:00:00', '2024-02-02 09:00:00', '', 0, 'http://127.0.0.1:8081/?p=218', 0, 'post', '', 0),
  (219, 1, '2024-02-02 10:00:00', '2024-02-02 10:00:00', 'term1 term2 term3 term4 term5 term6 term7 term8 term9 term10 term11 term12 term13 term14 term15 term16 term17 term18 term19 term20 term21 term22 term23 term24 term25 term26 term27 term28 term29 term30 term31 term32 term33 term34 term35 term36 term37 term38 term39 term40 term41 term42 term43 term44 term45 term46 term47 term48 term49 term50 term51 term52 term53 term54 term55 term56', 'Fifty-six words', '', 'publish', 'open', 'open', '', 'fifty-six-words', '', '', '2024-02-02 10:00:00', '2024-02-02 10:00:00', '', 0, 'http://127.0.0.1:8081/?p=219', 0, 'post', '', 0),
  (220, 2, '2024-02-05 09:00:00', '2024-02-05 09:00:00', '<!-- wp:paragraph -->
<p>A "block" paragraph -- it''s plain.</p>
<!-- /wp:paragraph -->

<!-- wp:paragraph {"align":"center","style":{"color":{"text":"#aa0000"}}} -->
<p class="has-text-align-center has-text-color" style="color:#aa0000">Red &amp; centred</p>
<!-- /wp:paragraph -->

<!-- wp:heading -->
<h2 class="wp-block-heading">Heading ''two''</h2>
<!-- /wp:heading -->

<!-- wp:heading {"level":3} -->
<h3 class="wp-block-heading">Heading three</h3>
<!-- /wp:heading -->

<!-- wp:list -->
<ul class="wp-block-list"><!-- wp:list-item -->
<li>One</li>
<!-- /wp:list-item -->

<!-- wp:list-item -->
<li>Two<!-- wp:list {"ordered":true} -->
<ol class="wp-block-list"><!-- wp:list-item -->
<li>Two point one</li>
<!-- /wp:list-item --></ol>
<!-- /wp:list --></li>
<!-- /wp:list-item --></ul>
<!-- /wp:list -->

<!-- wp:quote -->
<blockquote class="wp-block-quote"><!-- wp:paragraph -->
<p>Words matter...</p>
<!-- /wp:paragraph --><cite>Someone''s aunt</cite></blockquote>
<!-- /wp:quote -->

<!-- wp:code -->
<pre class="wp-block-code"><code>if (a -- b) { return "c"; }</code></pre>
<!-- /wp:code -->

<!-- wp:separator -->
<hr class="wp-block-separator has-alpha-channel-opacity"/>
<!-- /wp:separator -->', 'Blocks: text', '', 'publish', 'open', 'open', '', 'blocks-text', '', '', '2024-02-05 09:00:00', '2024-02-05 09:00:00', '', 0, 'http://127.0.0.1:8081/2024/02/05/blocks-text/', 0, 'post', '', 0),
  (221, 2, '2024-02-06 09:00:00', '2024-02-06 09:00:00', '<!-- wp:image {"id":101,"sizeSlug":"large","linkDestination":"none"} -->
<figure class="wp-block-image size-large"><img src="http://127.0.0.1:8081/wp-content/uploads/2024/01/pier-1024x683.jpg" alt="A pier" class="wp-image-101"/><figcaption class="wp-element-caption">The pier -- "again"</figcaption></figure>
<!-- /wp:image -->

<!-- wp:gallery {"linkTo":"none"} -->
<figure class="wp-block-gallery has-nested-images columns-default is-cropped"><!-- wp:image {"id":102,"sizeSlug":"large","linkDestination":"none"} -->
<figure class="wp-block-image size-large"><img src="http://127.0.0.1:8081/wp-content/uploads/2024/01/gull.png" alt="" class="wp-image-102"/></figure>
<!-- /wp:image -->

<!-- wp:image {"id":103,"sizeSlug":"large","linkDestination":"none"} -->
<figure class="wp-block-image size-large"><img src="http://127.0.0.1:8081/wp-content/uploads/2024/01/tall-427x1024.jpg" alt="" class="wp-image-103"/></figure>
<!-- /wp:image --></figure>
<!-- /wp:gallery -->

<!-- wp:image -->
<figure class="wp-block-image"><img src="https://cdn.example.test/x.jpg" alt="outside" width="400" height="300"/></figure>
<!-- /wp:image -->', 'Blocks: media', '', 'publish', 'open', 'open', '', 'blocks-media', '', '', '2024-02-06 09:00:00', '2024-02-06 09:00:00', '', 0, 'http://127.0.0.1:8081/?p=221', 0, 'post', '', 0),
  (222, 1, '2024-02-07 09:00:00', '2024-02-07 09:00:00', '<!-- wp:columns -->
<div class="wp-block-columns"><!-- wp:column -->
<div class="wp-block-column"><!-- wp:paragraph -->
<p>Left</p>
<!-- /wp:paragraph --></div>
<!-- /wp:column -->

<!-- wp:column {"width":"33%"} -->
<div class="wp-block-column" style="flex-basis:33%"><!-- wp:paragraph -->
<p>Right</p>
<!-- /wp:paragraph --></div>
<!-- /wp:column --></div>
<!-- /wp:columns -->

<!-- wp:group {"layout":{"type":"constrained"}} -->
<div class="wp-block-group"><!-- wp:paragraph -->
<p>Grouped</p>
<!-- /wp:paragraph --></div>
<!-- /wp:group -->

<!-- wp:group {"layout":{"type":"flex","flexWrap":"nowrap"}} -->
<div class="wp-block-group"><!-- wp:paragraph -->
<p>In a row</p>
<!-- /wp:paragraph --></div>
<!-- /wp:group -->

<!-- wp:table -->
<figure class="wp-block-table"><table class="has-fixed-layout"><thead><tr><th>Name</th><th>Size</th></tr></thead><tbody><tr><td>"A"</td><td>2x4</td></tr></tbody></table><figcaption class="wp-element-caption">Table caption</figcaption></figure>
<!-- /wp:table -->

<!-- wp:buttons -->
<div class="wp-block-buttons"><!-- wp:button -->
<div class="wp-block-button"><a class="wp-block-button__link wp-element-button" href="https://example.test/?a=1&amp;b=2">Click me</a></div>
<!-- /wp:button --></div>
<!-- /wp:buttons -->

<!-- wp:embed {"url":"https://video.example.test/v/1","type":"video","providerNameSlug":"example"} -->
<figure class="wp-block-embed is-type-video is-provider-example wp-block-embed-example"><div class="wp-block-embed__wrapper">
https://video.example.test/v/1
</div><figcaption class="wp-element-caption">A clip</figcaption></figure>
<!-- /wp:embed -->', 'Blocks: layout', '', 'publish', 'open', 'open', '', 'blocks-layout', '', '', '2024-02-07 09:00:00', '2024-02-07 09:00:00', '', 0, 'http://127.0.0.1:8081/?p=222', 0, 'post', '', 0),
  (223, 3, '2024-02-08 09:00:00', '2024-02-08 09:00:00', '[caption id="attachment_102" align="alignright" width="300"]<img src="http://127.0.0.1:8081/wp-content/uploads/2024/01/gull-300x225.png" alt="Gull" width="300" height="225" class="size-medium wp-image-102" /> A gull''s "lunch"[/caption]

Text around it.

[gallery ids="101,102,104" columns="2" size="thumbnail"]

[unknown thing="1"]kept as is[/unknown]

[[caption]] is escaped.

[audio src="https://cdn.example.test/a.mp3"]', 'Shortcodes old and new', '', 'publish', 'open', 'open', '', 'shortcodes-old-and-new', '', '', '2024-02-08 09:00:00', '2024-02-08 09:00:00', '', 0, 'http://127.0.0.1:8081/?p=223', 0, 'post', '', 0),
  (224, 7, '2024-02-10 09:00:00', '2024-02-10 09:00:00', 'Just a thought.', 'Aside', '', 'publish', 'open', 'open', '', 'aside', '', '', '2024-02-10 09:00:00', '2024-02-10 09:00:00', '', 0, 'http://127.0.0.1:8081/?p=224', 0, 'post', '', 0),
  (225, 1, '2024-02-11 09:00:00', '2024-02-11 09:00:00', 'https://example.test/page', 'A link', '', 'publish', 'open', 'open', '', 'a-link', '', '', '2024-02-11 09:00:00', '2024-02-11 09:00:00', '', 0, 'http://127.0.0.1:8081/2024/02/11/a-link/', 0, 'post', '', 0),
  (226, 1, '2024-02-12 09:00:00', '2024-02-12 09:00:00', '<blockquote>"Nobody reads the manual," he said.</blockquote>', 'Quote of the day', '', 'publish', 'open', 'open', '', 'quote-of-the-day', '', '', '2024-02-12 09:00:00', '2024-02-12 09:00:00', '', 0, 'http://127.0.0.1:8081/?p=226', 0, 'post', '', 0),
  (227, 7, '2024-02-13 09:00:00', '2024-02-13 09:00:00', '<img class="alignnone size-full wp-image-113" src="http://127.0.0.1:8081/wp-content/uploads/2024/03/quay-1.jpg" alt="" width="1024" height="683" />', 'Picture post', '', 'publish', 'open', 'open', '', 'picture-post', '', '', '2024-02-13 09:00:00', '2024-02-13 09:00:00', '', 0, 'http://127.0.0.1:8081/?p=227', 0, 'post', '', 0),
  (228, 1, '2023-06-01 09:00:00', '2023-06-01 09:00:00', 'Always on top.', 'Sticky note one', '', 'publish', 'open', 'open', '', 'sticky-note-one', '', '', '2023-06-01 09:00:00', '2023-06-01 09:00:00', '', 0, 'http://127.0.0.1:8081/?p=228', 0, 'post', '', 0),
  (229, 2, '2023-07-01 09:00:00', '2023-07-01 09:00:00', 'Also on top.', 'Sticky note two', '', 'publish', 'open', 'open', '', 'sticky-note-two', '', '', '2023-07-01 09:00:00', '2023-07-01 09:00:00', '', 0, 'http://127.0.0.1:8081/?p=229', 0, 'post', '', 0),
  (230, 3, '2024-02-15 09:00:00', '2024-02-15 09:00:00', 'Say something.', 'Comments galore', '', 'publish', 'open', 'open', '', 'comments-galore', '', '', '2024-02-15 09:00:00', '2024-02-15 09:00:00', '', 0, 'http://127.0.0.1:8081/2024/02/15/comments-galore/', 0, 'post', '', 4),
  (231, 1, '2024-02-16 09:00:00', '2024-02-16 09:00:00', 'No more.', 'Comments closed', '', 'publish', 'closed', 'closed', '', 'comments-closed', '', '', '2024-02-16 09:00:00', '2024-02-16 09:00:00', '', 0, 'http://127.0.0.1:8081/?p=231', 0, 'post', '', 0),
  (232, 1, '2024-02-20 09:00:00', '2024-02-20 09:00:00', '<div>
Text in a div

with a blank line
</div>
After the div
<h2>Heading</h2>
Direct text
<table><tr><td>cell

two</td></tr></table>
<p>already a paragraph</p>
<p>unclosed paragraph

<!-- a comment -->
<a href="https://example.test/?a=1&b=2">link & text</a>

<iframe src="https://example.test/frame" width="500" height="300"></iframe>', 'HTML soup', '', 'publish', 'open', 'open', '', 'html-soup', '', '', '2024-02-20 09:00:00', '2024-02-20 09:00:00', '', 0, 'http://127.0.0.1:8081/?p=232', 0, 'post', '', 0),
  (233, 1, '2024-02-21 09:00:00', '2024-02-21 09:00:00', 'He said "she said ''hello'' to me".

''Single'' "double" ''tis the season, ''twas fun. The ''80s and 80''s. 5''10" tall; 12" record.

("Bracketed") ["square"] {"curly"} ""empty"" it''''s.

``backticks'''' and --double-- ---triple--- – en — em. a -- b, a--b, a---b. ...three. ....four

(c) (r) (tm) 3x3 0xff 10 x 20 1/2 &#38; &amp;amp; &nbsp; & &copy; &bogus; AT&T.', 'Quotes “everywhere” ‘and’ then some', '', 'publish', 'open', 'open', '', 'quotes-everywhere-and-then-some', '', '', '2024-02-21 09:00:00', '2024-02-21 09:00:00', '', 0, 'http://127.0.0.1:8081/?p=233', 0, 'post', '', 0),
  (234, 1, '2024-02-22 09:00:00', '2024-02-22 09:00:00', 'I like Wordpress a lot. (Wordpress) wordpress WordPress.', 'Wordpress misspelt', '', 'publish', 'open', 'open', '', 'wordpress-misspelt', '', '', '2024-02-22 09:00:00', '2024-02-22 09:00:00', '', 0, 'http://127.0.0.1:8081/?p=234', 0, 'post', '', 0),
  (235, 1, '2024-02-23 09:00:00', '2024-02-23 09:00:00', '', 'Empty body', '', 'publish', 'open', 'open', '', 'empty-body', '', '', '2024-02-23 09:00:00', '2024-02-23 09:00:00', '', 0, 'http://127.0.0.1:8081/2024/02/23/empty-body/', 0, 'post', '', 0),
  (236, 1, '2022-12-31 23:59:59', '2022-12-31 23:59:59', 'Old but gold.', 'Old news from 2022', '', 'publish', 'open', 'open', '', 'old-news-from-2022', '', '', '2024-03-01 00:00:00', '2024-03-01 00:00:00', '', 0, 'http://127.0.0.1:8081/?p=236', 0, 'post', '', 0),
  (237, 1, '2024-02-24 09:00:00', '2024-02-24 09:00:00', 'Look at the slug.', 'Slug with ünïcode', '', 'publish', 'open', 'open', '', 'slug-with-unicode', '', '', '2024-02-24 09:00:00', '2024-02-24 09:00:00', '', 0, 'http://127.0.0.1:8081/?p=237', 0, 'post', '', 0),
  (238, 1, '2024-02-25 09:00:00', '2024-02-25 09:00:00', 'Back\slash \\ double \'' quote. 100% and %20.', '100% "sure" 50%25 \ backslash', '', 'publish', 'open', 'open', '', '100-sure-50%25-backslash', '', '', '2024-02-25 09:00:00', '2024-02-25 09:00:00', '', 0, 'http://127.0.0.1:8081/?p=238', 0, 'post', '', 0),
  (251, 3, '2024-01-10 07:15:00', '2024-01-10 07:15:00', 'First version.', 'The harbour wakes', '', 'inherit', 'closed', 'closed', '', '201-revision-v1', '', '', '2024-01-10 07:15:00', '2024-01-10 07:15:00', '', 201, 'http://127.0.0.1:8081/?p=251', 0, 'revision', '', 0),
  (252, 2, '2024-01-11 08:00:00', '2024-01-11 08:00:00', 'Second version -- better.', 'The harbour wakes up', '', 'inherit', 'closed', 'closed', '', '201-revision-v1', '', '', '2024-01-11 08:00:00', '2024-01-11 08:00:00', '', 201, 'http://127.0.0.1:8081/?p=252', 0, 'revision', '', 0),
  (253, 2, '2024-01-12 08:00:00', '2024-01-12 08:00:00', 'Unsaved work.', 'The harbour wakes up!', '', 'inherit', 'closed', 'closed', '', '201-autosave-v1', '', '', '2024-01-12 08:00:00', '2024-01-12 08:00:00', '', 201, 'http://127.0.0.1:8081/?p=253', 0, 'revision', '', 0),
  (301, 1, '2023-01-02 09:00:00', '2023-01-02 09:00:00', 'We are a small crew.

Write to crew@example.test.', 'About us', '', 'publish', 'closed', 'closed', '', 'about-us', '', '', '2023-01-02 09:00:00', '2023-01-02 09:00:00', '', 0, 'http://127.0.0.1:8081/?page_id=301', 1, 'page', '', 1),
  (302, 1, '2023-01-03 09:00:00', '2023-01-03 09:00:00', 'The team.', 'Team', '', 'publish', 'closed', 'closed', '', 'team', '', '', '2023-01-03 09:00:00', '2023-01-03 09:00:00', '', 301, 'http://127.0.0.1:8081/?page_id=302', 2, 'page', '', 0),
  (303, 1, '2023-01-04 09:00:00', '2023-01-04 09:00:00', 'Former members.', 'Alumni', '', 'publish', 'closed', 'closed', '', 'alumni', '', '', '2023-01-04 09:00:00', '2023-01-04 09:00:00', '', 302, 'http://127.0.0.1:8081/?page_id=303', 1, 'page', '', 0),
  (304, 2, '2023-01-05 09:00:00', '2023-01-05 09:00:00', 'Ring the bell.', 'Contact', '', 'publish', 'closed', 'closed', '', 'contact', '', '', '2023-01-05 09:00:00', '2023-01-05 09:00:00', '', 0, 'http://127.0.0.1:8081/?page_id=304', 2, 'page', '', 0),
  (305, 1, '2023-01-06 09:00:00', '2023-01-06 09:00:00', 'By boat.', 'Find & reach us', '', 'publish', 'closed', 'closed', '', 'find-reach-us', '', '', '2023-01-06 09:00:00', '2023-01-06 09:00:00', '', 304, 'http://127.0.0.1:8081/contact/find-reach-us/', 2, 'page', '', 0),
  (306, 1, '2023-01-07 09:00:00', '2023-01-07 09:00:00', 'Private page.', 'Hidden page', '', 'private', 'closed', 'closed', '', 'hidden-page', '', '', '2023-01-07 09:00:00', '2023-01-07 09:00:00', '', 0, 'http://127.0.0.1:8081/?page_id=306', 0, 'page', '', 0),
  (307, 2, '2023-01-08 09:00:00', '0000-00-00 00:00:00', 'Draft page.', 'Page draft', '', 'draft', 'closed', 'closed', '', '', '', '', '2023-01-08 09:00:00', '2023-01-08 09:00:00', '', 0, 'http://127.0.0.1:8081/?page_id=307', 0, 'page', '', 0),
  (308, 1, '2023-01-09 09:00:00', '2023-01-09 09:00:00', 'Another page with the same name, at the top.', 'Team', '', 'publish', 'closed', 'closed', '', 'team', '', '', '2023-01-09 09:00:00', '2023-01-09 09:00:00', '', 0, 'http://127.0.0.1:8081/?page_id=308', 0, 'page', '', 0),
  (309, 1, '2023-01-10 09:00:00', '2023-01-10 09:00:00', '<!-- wp:paragraph --><p>Welcome.</p><!-- /wp:paragraph -->', 'Front', '', 'publish', 'closed', 'closed', '', 'front', '', '', '2023-01-10 09:00:00', '2023-01-10 09:00:00', '', 0, 'http://127.0.0.1:8081/?page_id=309', 0, 'page', '', 0),
  (310, 1, '2023-01-11 09:00:00', '2023-01-11 09:00:00', 'Deep secret.', 'Deep locked', '', 'publish', 'closed', 'closed', 'deep', 'deep-locked', '', '', '2023-01-11 09:00:00', '2023-01-11 09:00:00', '', 303, 'http://127.0.0.1:8081/about-us/team/alumni/deep-locked/', 0, 'page', '', 0),
  (401, 2, '2024-03-01 10:00:00', '2024-03-01 10:00:00', 'All about the Brass lamp.', 'Brass lamp', '', 'publish', 'open', 'closed', '', 'brass-lamp', '', '', '2024-03-01 10:00:00', '2024-03-01 10:00:00', '', 0, 'http://127.0.0.1:8081/?post_type=product&amp;p=401', 9, 'product', '', 1),
  (402, 3, '2024-03-02 10:00:00', '2024-03-02 10:00:00', 'All about the Oak chair.', 'Oak chair', '', 'publish', 'open', 'closed', '', 'oak-chair', '', '', '2024-03-02 10:00:00', '2024-03-02 10:00:00', '', 0, 'http://127.0.0.1:8081/?post_type=product&amp;p=402', 8, 'product', '', 0),
  (403, 2, '2024-03-03 10:00:00', '2024-03-03 10:00:00', 'All about the Penny candle.', 'Penny candle', '', 'publish', 'open', 'closed', '', 'penny-candle', '', '', '2024-03-03 10:00:00', '2024-03-03 10:00:00', '', 0, 'http://127.0.0.1:8081/?post_type=product&amp;p=403', 7, 'product', '', 0),
  (404, 3, '2024-03-04 10:00:00', '2024-03-04 10:00:00', 'All about the Priceless map.', 'Priceless map', '', 'publish', 'open', 'closed', '', 'priceless-map', '', '', '2024-03-04 10:00:00', '2024-03-04 10:00:00', '', 0, 'http://127.0.0.1:8081/?post_type=product&amp;p=404', 6, 'product', '', 0),
  (405, 2, '2024-03-05 10:00:00', '2024-03-05 10:00:00', 'All about the Mug "Blue".', 'Mug "Blue"', '', 'publish', 'open', 'closed', '', 'mug-blue', '', '', '2024-03-05 10:00:00', '2024-03-05 10:00:00', '', 0, 'http://127.0.0.1:8081/product/mug-blue/', 5, 'product', '', 0),
  (406, 3, '2024-03-06 10:00:00', '2024-03-06 10:00:00', 'All about the Odd price.', 'Odd price', '', 'publish', 'open', 'closed', '', 'odd-price', '', '', '2024-03-06 10:00:00', '2024-03-06 10:00:00', '', 0, 'http://127.0.0.1:8081/?post_type=product&amp;p=406', 4, 'product', '', 0),
  (407, 1, '2024-03-09 10:00:00', '0000-00-00 00:00:00', 'Soon.', 'Unreleased', '', 'draft', 'open', 'closed', '', '', '', '', '2024-03-09 10:00:00', '2024-03-09 10:00:00', '', 0, 'http://127.0.0.1:8081/?post_type=product&amp;p=407', 0, 'product', '', 0);

insert into wp_postmeta
  (meta_id, post_id, meta_key, meta_value)
values
  (1, 101, '_wp_attached_file', '2024/01/pier.jpg'),
  (2, 101, '_wp_attachment_metadata', 'a:6:{s:5:"width";i:1600;s:6:"height";i:1067;s:4:"file";s:16:"2024/01/pier.jpg";s:8:"filesize";i:39200;s:5:"sizes";a:5:{s:6:"medium";a:5:{s:4:"file";s:16:"pier-300x200.jpg";s:5:"width";i:300;s:6:"height";i:200;s:9:"mime-type";s:10:"image/jpeg";s:8:"filesize";i:4355;}s:5:"large";a:5:{s:4:"file";s:17:"pier-1024x683.jpg";s:5:"width";i:1024;s:6:"height";i:683;s:9:"mime-type";s:10:"image/jpeg";s:8:"filesize";i:20729;}s:9:"thumbnail";a:5:{s:4:"file";s:16:"pier-150x150.jpg";s:5:"width";i:150;s:6:"height";i:150;s:9:"mime-type";s:10:"image/jpeg";s:8:"filesize";i:2753;}s:12:"medium_large";a:5:{s:4:"file";s:16:"pier-768x512.jpg";s:5:"width";i:768;s:6:"height";i:512;s:9:"mime-type";s:10:"image/jpeg";s:8:"filesize";i:13658;}s:9:"1536x1536";a:5:{s:4:"file";s:18:"pier-1536x1024.jpg";s:5:"width";i:1536;s:6:"height";i:1024;s:9:"mime-type";s:10:"image/jpeg";s:8:"filesize";i:39449;}}s:10:"image_meta";a:13:{s:8:"aperture";s:1:"0";s:6:"credit";s:0:"";s:6:"camera";s:0:"";s:7:"caption";s:0:"";s:17:"created_timestamp";s:1:"0";s:9:"copyright";s:0:"";s:12:"focal_length";s:1:"0";s:3:"iso";s:1:"0";s:13:"shutter_speed";s:1:"0";s:5:"title";s:0:"";s:11:"orientation";s:1:"0";s:8:"keywords";a:0:{}s:3:"alt";s:0:"";}}'),
  (3, 101, '_wp_attachment_image_alt', 'A pier in the "early" morning'),
  (4, 102, '_wp_attached_file', '2024/01/gull.png'),
  (5, 102, '_wp_attachment_metadata', 'a:6:{s:5:"width";i:640;s:6:"height";i:480;s:4:"file";s:16:"2024/01/gull.png";s:8:"filesize";i:3527;s:5:"sizes";a:2:{s:6:"medium";a:5:{s:4:"file";s:16:"gull-300x225.png";s:5:"width";i:300;s:6:"height";i:225;s:9:"mime-type";s:9:"image/png";s:8:"filesize";i:7420;}s:9:"thumbnail";a:5:{s:4:"file";s:16:"gull-150x150.png";s:5:"width";i:150;s:6:"height";i:150;s:9:"mime-type";s:9:"image/png";s:8:"filesize";i:3834;}}s:10:"image_meta";a:13:{s:8:"aperture";s:1:"0";s:6:"credit";s:0:"";s:6:"camera";s:0:"";s:7:"caption";s:0:"";s:17:"created_timestamp";s:1:"0";s:9:"copyright";s:0:"";s:12:"focal_length";s:1:"0";s:3:"iso";s:1:"0";s:13:"shutter_speed";s:1:"0";s:5:"title";s:0:"";s:11:"orientation";s:1:"0";s:8:"keywords";a:0:{}s:3:"alt";s:0:"";}}'),
  (6, 102, '_wp_attachment_image_alt', 'Gull & chips'),
  (7, 103, '_wp_attached_file', '2024/01/tall.jpg'),
  (8, 103, '_wp_attachment_metadata', 'a:6:{s:5:"width";i:500;s:6:"height";i:1200;s:4:"file";s:16:"2024/01/tall.jpg";s:8:"filesize";i:17402;s:5:"sizes";a:3:{s:6:"medium";a:5:{s:4:"file";s:16:"tall-125x300.jpg";s:5:"width";i:125;s:6:"height";i:300;s:9:"mime-type";s:10:"image/jpeg";s:8:"filesize";i:3358;}s:5:"large";a:5:{s:4:"file";s:17:"tall-427x1024.jpg";s:5:"width";i:427;s:6:"height";i:1024;s:9:"mime-type";s:10:"image/jpeg";s:8:"filesize";i:15121;}s:9:"thumbnail";a:5:{s:4:"file";s:16:"tall-150x150.jpg";s:5:"width";i:150;s:6:"height";i:150;s:9:"mime-type";s:10:"image/jpeg";s:8:"filesize";i:2203;}}s:10:"image_meta";a:13:{s:8:"aperture";s:1:"0";s:6:"credit";s:0:"";s:6:"camera";s:0:"";s:7:"caption";s:0:"";s:17:"created_timestamp";s:1:"0";s:9:"copyright";s:0:"";s:12:"focal_length";s:1:"0";s:3:"iso";s:1:"0";s:13:"shutter_speed";s:1:"0";s:5:"title";s:0:"";s:11:"orientation";s:1:"0";s:8:"keywords";a:0:{}s:3:"alt";s:0:"";}}'),
  (9, 104, '_wp_attached_file', '2024/01/tiny.png'),
  (10, 104, '_wp_attachment_metadata', 'a:6:{s:5:"width";i:60;s:6:"height";i:40;s:4:"file";s:16:"2024/01/tiny.png";s:8:"filesize";i:563;s:5:"sizes";a:0:{}s:10:"image_meta";a:13:{s:8:"aperture";s:1:"0";s:6:"credit";s:0:"";s:6:"camera";s:0:"";s:7:"caption";s:0:"";s:17:"created_timestamp";s:1:"0";s:9:"copyright";s:0:"";s:12:"focal_length";s:1:"0";s:3:"iso";s:1:"0";s:13:"shutter_speed";s:1:"0";s:5:"title";s:0:"";s:11:"orientation";s:1:"0";s:8:"keywords";a:0:{}s:3:"alt";s:0:"";}}'),
  (11, 104, '_wp_attachment_image_alt', ''),
  (12, 105, '_wp_attached_file', '2024/01/banner-scaled.jpg'),
  (13, 105, '_wp_attachment_metadata', 'a:7:{s:5:"width";i:2560;s:6:"height";i:640;s:4:"file";s:25:"2024/01/banner-scaled.jpg";s:8:"filesize";i:41090;s:5:"sizes";a:6:{s:6:"medium";a:5:{s:4:"file";s:17:"banner-300x75.jpg";s:5:"width";i:300;s:6:"height";i:75;s:9:"mime-type";s:10:"image/jpeg";s:8:"filesize";i:2697;}s:5:"large";a:5:{s:4:"file";s:19:"banner-1024x256.jpg";s:5:"width";i:1024;s:6:"height";i:256;s:9:"mime-type";s:10:"image/jpeg";s:8:"filesize";i:10536;}s:9:"thumbnail";a:5:{s:4:"file";s:18:"banner-150x150.jpg";s:5:"width";i:150;s:6:"height";i:150;s:9:"mime-type";s:10:"image/jpeg";s:8:"filesize";i:2142;}s:12:"medium_large";a:5:{s:4:"file";s:18:"banner-768x192.jpg";s:5:"width";i:768;s:6:"height";i:192;s:9:"mime-type";s:10:"image/jpeg";s:8:"filesize";i:7288;}s:9:"1536x1536";a:5:{s:4:"file";s:19:"banner-1536x384.jpg";s:5:"width";i:1536;s:6:"height";i:384;s:9:"mime-type";s:10:"image/jpeg";s:8:"filesize";i:18571;}s:9:"2048x2048";a:5:{s:4:"file";s:19:"banner-2048x512.jpg";s:5:"width";i:2048;s:6:"height";i:512;s:9:"mime-type";s:10:"image/jpeg";s:8:"filesize";i:28722;}}s:10:"image_meta";a:13:{s:8:"aperture";s:1:"0";s:6:"credit";s:0:"";s:6:"camera";s:0:"";s:7:"caption";s:0:"";s:17:"created_timestamp";s:1:"0";s:9:"copyright";s:0:"";s:12:"focal_length";s:1:"0";s:3:"iso";s:1:"0";s:13:"shutter_speed";s:1:"0";s:5:"title";s:0:"";s:11:"orientation";s:1:"0";s:8:"keywords";a:0:{}s:3:"alt";s:0:"";}s:14:"original_image";s:10:"banner.jpg";}'),
  (14, 105, '_wp_attachment_image_alt', 'Wide banner'),
  (15, 106, '_wp_attached_file', '2024/02/dot.gif'),
  (16, 106, '_wp_attachment_metadata', 'a:6:{s:5:"width";i:320;s:6:"height";i:320;s:4:"file";s:15:"2024/02/dot.gif";s:8:"filesize";i:1992;s:5:"sizes";a:2:{s:6:"medium";a:5:{s:4:"file";s:15:"dot-300x300.gif";s:5:"width";i:300;s:6:"height";i:300;s:9:"mime-type";s:9:"image/gif";s:8:"filesize";i:4793;}s:9:"thumbnail";a:5:{s:4:"file";s:15:"dot-150x150.gif";s:5:"width";i:150;s:6:"height";i:150;s:9:"mime-type";s:9:"image/gif";s:8:"filesize";i:2570;}}s:10:"image_meta";a:13:{s:8:"aperture";s:1:"0";s:6:"credit";s:0:"";s:6:"camera";s:0:"";s:7:"caption";s:0:"";s:17:"created_timestamp";s:1:"0";s:9:"copyright";s:0:"";s:12:"focal_length";s:1:"0";s:3:"iso";s:1:"0";s:13:"shutter_speed";s:1:"0";s:5:"title";s:0:"";s:11:"orientation";s:1:"0";s:8:"keywords";a:0:{}s:3:"alt";s:0:"";}}'),
  (17, 107, '_wp_attached_file', '2024/02/soup.webp'),
  (18, 107, '_wp_attachment_metadata', 'a:6:{s:5:"width";i:900;s:6:"height";i:600;s:4:"file";s:17:"2024/02/soup.webp";s:8:"filesize";i:6058;s:5:"sizes";a:3:{s:6:"medium";a:5:{s:4:"file";s:17:"soup-300x200.webp";s:5:"width";i:300;s:6:"height";i:200;s:9:"mime-type";s:10:"image/webp";s:8:"filesize";i:2262;}s:9:"thumbnail";a:5:{s:4:"file";s:17:"soup-150x150.webp";s:5:"width";i:150;s:6:"height";i:150;s:9:"mime-type";s:10:"image/webp";s:8:"filesize";i:1344;}s:12:"medium_large";a:5:{s:4:"file";s:17:"soup-768x512.webp";s:5:"width";i:768;s:6:"height";i:512;s:9:"mime-type";s:10:"image/webp";s:8:"filesize";i:6038;}}s:10:"image_meta";a:13:{s:8:"aperture";s:1:"0";s:6:"credit";s:0:"";s:6:"camera";s:0:"";s:7:"caption";s:0:"";s:17:"created_timestamp";s:1:"0";s:9:"copyright";s:0:"";s:12:"focal_length";s:1:"0";s:3:"iso";s:1:"0";s:13:"shutter_speed";s:1:"0";s:5:"title";s:0:"";s:11:"orientation";s:1:"0";s:8:"keywords";a:0:{}s:3:"alt";s:0:"";}}'),
  (19, 107, '_wp_attachment_image_alt', 'Soup'),
  (20, 108, '_wp_attached_file', '2024/02/manual.pdf'),
  (21, 109, '_wp_attached_file', '2024/02/notes.txt'),
  (22, 109, '_wp_attachment_metadata', 'a:1:{s:8:"filesize";i:34;}'),
  (23, 110, '_wp_attached_file', '2024/03/lamp.jpg'),
  (24, 110, '_wp_attachment_metadata', 'a:6:{s:5:"width";i:800;s:6:"height";i:800;s:4:"file";s:16:"2024/03/lamp.jpg";s:8:"filesize";i:17520;s:5:"sizes";a:3:{s:6:"medium";a:5:{s:4:"file";s:16:"lamp-300x300.jpg";s:5:"width";i:300;s:6:"height";i:300;s:9:"mime-type";s:10:"image/jpeg";s:8:"filesize";i:5234;}s:9:"thumbnail";a:5:{s:4:"file";s:16:"lamp-150x150.jpg";s:5:"width";i:150;s:6:"height";i:150;s:9:"mime-type";s:10:"image/jpeg";s:8:"filesize";i:2624;}s:12:"medium_large";a:5:{s:4:"file";s:16:"lamp-768x768.jpg";s:5:"width";i:768;s:6:"height";i:768;s:9:"mime-type";s:10:"image/jpeg";s:8:"filesize";i:18372;}}s:10:"image_meta";a:13:{s:8:"aperture";s:1:"0";s:6:"credit";s:0:"";s:6:"camera";s:0:"";s:7:"caption";s:0:"";s:17:"created_timestamp";s:1:"0";s:9:"copyright";s:0:"";s:12:"focal_length";s:1:"0";s:3:"iso";s:1:"0";s:13:"shutter_speed";s:1:"0";s:5:"title";s:0:"";s:11:"orientation";s:1:"0";s:8:"keywords";a:0:{}s:3:"alt";s:0:"";}}'),
  (25, 111, '_wp_attached_file', '2024/03/lamp-2.jpg'),
  (26, 111, '_wp_attachment_metadata', 'a:6:{s:5:"width";i:801;s:6:"height";i:533;s:4:"file";s:18:"2024/03/lamp-2.jpg";s:8:"filesize";i:13634;s:5:"sizes";a:3:{s:6:"medium";a:5:{s:4:"file";s:18:"lamp-2-300x200.jpg";s:5:"width";i:300;s:6:"height";i:200;s:9:"mime-type";s:10:"image/jpeg";s:8:"filesize";i:4459;}s:9:"thumbnail";a:5:{s:4:"file";s:18:"lamp-2-150x150.jpg";s:5:"width";i:150;s:6:"height";i:150;s:9:"mime-type";s:10:"image/jpeg";s:8:"filesize";i:2738;}s:12:"medium_large";a:5:{s:4:"file";s:18:"lamp-2-768x511.jpg";s:5:"width";i:768;s:6:"height";i:511;s:9:"mime-type";s:10:"image/jpeg";s:8:"filesize";i:14388;}}s:10:"image_meta";a:13:{s:8:"aperture";s:1:"0";s:6:"credit";s:0:"";s:6:"camera";s:0:"";s:7:"caption";s:0:"";s:17:"created_timestamp";s:1:"0";s:9:"copyright";s:0:"";s:12:"focal_length";s:1:"0";s:3:"iso";s:1:"0";s:13:"shutter_speed";s:1:"0";s:5:"title";s:0:"";s:11:"orientation";s:1:"0";s:8:"keywords";a:0:{}s:3:"alt";s:0:"";}}'),
  (27, 112, '_wp_attached_file', '2024/03/chair.png'),
  (28, 112, '_wp_attachment_metadata', 'a:6:{s:5:"width";i:300;s:6:"height";i:300;s:4:"file";s:17:"2024/03/chair.png";s:8:"filesize";i:2091;s:5:"sizes";a:1:{s:9:"thumbnail";a:5:{s:4:"file";s:17:"chair-150x150.png";s:5:"width";i:150;s:6:"height";i:150;s:9:"mime-type";s:9:"image/png";s:8:"filesize";i:2673;}}s:10:"image_meta";a:13:{s:8:"aperture";s:1:"0";s:6:"credit";s:0:"";s:6:"camera";s:0:"";s:7:"caption";s:0:"";s:17:"created_timestamp";s:1:"0";s:9:"copyright";s:0:"";s:12:"focal_length";s:1:"0";s:3:"iso";s:1:"0";s:13:"shutter_speed";s:1:"0";s:5:"title";s:0:"";s:11:"orientation";s:1:"0";s:8:"keywords";a:0:{}s:3:"alt";s:0:"";}}'),
  (29, 113, '_wp_attached_file', '2024/03/quay (1).jpg'),
  (30, 113, '_wp_attachment_metadata', 'a:6:{s:5:"width";i:1024;s:6:"height";i:683;s:4:"file";s:20:"2024/03/quay (1).jpg";s:8:"filesize";i:18604;s:5:"sizes";a:3:{s:6:"medium";a:5:{s:4:"file";s:20:"quay (1)-300x200.jpg";s:5:"width";i:300;s:6:"height";i:200;s:9:"mime-type";s:10:"image/jpeg";s:8:"filesize";i:4108;}s:9:"thumbnail";a:5:{s:4:"file";s:20:"quay (1)-150x150.jpg";s:5:"width";i:150;s:6:"height";i:150;s:9:"mime-type";s:10:"image/jpeg";s:8:"filesize";i:2590;}s:12:"medium_large";a:5:{s:4:"file";s:20:"quay (1)-768x512.jpg";s:5:"width";i:768;s:6:"height";i:512;s:9:"mime-type";s:10:"image/jpeg";s:8:"filesize";i:13338;}}s:10:"image_meta";a:13:{s:8:"aperture";s:1:"0";s:6:"credit";s:0:"";s:6:"camera";s:0:"";s:7:"caption";s:0:"";s:17:"created_timestamp";s:1:"0";s:9:"copyright";s:0:"";s:12:"focal_length";s:1:"0";s:3:"iso";s:1:"0";s:13:"shutter_speed";s:1:"0";s:5:"title";s:0:"";s:11:"orientation";s:1:"0";s:8:"keywords";a:0:{}s:3:"alt";s:0:"";}}'),
  (31, 114, '_wp_attached_file', '2024/03/lost.jpg'),
  (34, 201, 'featured', '1'),
  (35, 201, 'mood', 'calm'),
  (36, 201, '_secret', 'hidden'),
  (37, 201, '_thumbnail_id', '101'),
  (40, 202, 'featured', '1'),
  (41, 202, '_thumbnail_id', '107'),
  (50, 212, '_thumbnail_id', '102'),
  (61, 217, 'featured', '1'),
  (62, 217, '_thumbnail_id', '105'),
  (71, 221, '_thumbnail_id', '103'),
  (84, 227, '_thumbnail_id', '113'),
  (89, 229, 'featured', '1'),
  (108, 302, '_thumbnail_id', '110'),
  (109, 309, '_wp_page_template', 'page-no-title'),
  (110, 401, 'price', '19.99'),
  (111, 401, '_thumbnail_id', '111'),
  (112, 402, 'price', '100'),
  (113, 402, '_thumbnail_id', '112'),
  (114, 403, 'price', '0.333'),
  (115, 405, 'price', '12.345'),
  (116, 406, 'price', '0'),
  (117, 406, 'price', 'abc'),
  (118, 407, 'price', '5');

insert into wp_terms
  (term_id, name, slug, term_group)
values
  (1, 'General', 'general', 0),
  (2, 'News', 'news', 0),
  (3, 'Local', 'local', 0),
  (4, 'Harbour', 'harbour', 0),
  (5, 'Recipes', 'recipes', 0),
  (6, 'Soups', 'soup', 0),
  (7, 'Arts &amp; Crafts', 'arts-crafts', 0),
  (8, 'Empty shelf', 'empty-shelf', 0),
  (9, 'Überraschung', 'uberraschung', 0),
  (20, 'sea', 'sea', 0),
  (21, 'Wind', 'wind', 0),
  (22, 'slow food', 'slow-food', 0),
  (23, 'C++', 'c', 0),
  (24, '日本', '%e6%97%a5%e6%9c%ac', 0),
  (25, 'party 🎉', 'party-%f0%9f%8e%89', 0),
  (26, 'O''Brien''s', 'obriens', 0),
  (27, 'unused', 'unused', 0),
  (28, 'R&amp;D', 'rd', 0),
  (40, 'Fiction', 'fiction', 0),
  (41, 'Mystery', 'mystery', 0),
  (42, 'Noir', 'noir', 0),
  (43, 'Essay', 'essay', 0),
  (44, 'Unwritten', 'unwritten', 0),
  (45, 'post-format-aside', 'post-format-aside', 0),
  (46, 'post-format-link', 'post-format-link', 0),
  (47, 'post-format-quote', 'post-format-quote', 0),
  (48, 'post-format-image', 'post-format-image', 0);

insert into wp_term_taxonomy
  (term_taxonomy_id, term_id, taxonomy, description, parent, count)
values
  (1, 1, 'category', '', 0, 21),
  (2, 2, 'category', 'What happened, "as it happened" -- and why...', 0, 5),
  (3, 3, 'category', '', 2, 2),
  (4, 4, 'category', 'Ships &amp; boats.

Second <em>paragraph</em>.', 3, 1),
  (5, 5, 'category', '', 0, 1),
  (6, 6, 'category', '', 5, 1),
  (7, 7, 'category', '', 0, 2),
  (8, 8, 'category', 'Nothing here yet', 0, 0),
  (9, 9, 'category', '', 0, 1),
  (20, 20, 'post_tag', '', 0, 2),
  (21, 21, 'post_tag', 'Gusts <b>and</b> breezes', 0, 2),
  (22, 22, 'post_tag', '', 0, 2),
  (23, 23, 'post_tag', '', 0, 0),
  (24, 24, 'post_tag', '', 0, 1),
  (25, 25, 'post_tag', '', 0, 1),
  (26, 26, 'post_tag', '', 0, 2),
  (27, 27, 'post_tag', '', 0, 0),
  (28, 28, 'post_tag', '', 0, 0),
  (40, 40, 'genre', '', 0, 1),
  (41, 41, 'genre', '', 40, 2),
  (42, 42, 'genre', '', 41, 2),
  (43, 43, 'genre', 'Short &amp; long', 0, 2),
  (44, 44, 'genre', '', 0, 0),
  (45, 45, 'post_format', '', 0, 1),
  (46, 46, 'post_format', '', 0, 1),
  (47, 47, 'post_format', '', 0, 1),
  (48, 48, 'post_format', '', 0, 1);

insert into wp_term_relationships
  (object_id, term_taxonomy_id, term_order)
values
  (201, 3, 0),
  (201, 4, 0),
  (201, 20, 0),
  (201, 21, 0),
  (201, 43, 0),
  (202, 6, 0),
  (202, 22, 0),
  (203, 2, 0),
  (204, 2, 0),
  (205, 2, 0),
  (205, 5, 0),
  (205, 20, 0),
  (206, 1, 0),
  (207, 1, 0),
  (208, 1, 0),
  (209, 2, 0),
  (209, 21, 0),
  (210, 2, 0),
  (211, 1, 0),
  (212, 7, 0),
  (212, 26, 0),
  (213, 1, 0),
  (214, 1, 0),
  (215, 1, 0),
  (216, 9, 0),
  (216, 24, 0),
  (216, 25, 0),
  (217, 3, 0),
  (217, 21, 0),
  (217, 22, 0),
  (218, 1, 0),
  (219, 1, 0),
  (220, 7, 0),
  (221, 1, 0),
  (222, 1, 0),
  (223, 1, 0),
  (224, 1, 0),
  (224, 45, 0),
  (225, 1, 0),
  (225, 46, 0),
  (226, 1, 0),
  (226, 26, 0),
  (226, 47, 0),
  (227, 1, 0),
  (227, 48, 0),
  (228, 2, 0),
  (229, 1, 0),
  (230, 2, 0),
  (231, 1, 0),
  (232, 1, 0),
  (233, 1, 0),
  (234, 1, 0),
  (235, 1, 0),
  (236, 1, 0),
  (237, 1, 0),
  (238, 1, 0),
  (401, 41, 0),
  (402, 42, 0),
  (403, 43, 0),
  (404, 40, 0),
  (405, 41, 0),
  (406, 42, 0);

insert into wp_users
  (ID, user_login, user_pass, user_nicename, user_email, user_url, user_registered, user_activation_key,
   user_status, display_name)
values
  (1, 'admin', '$wp$2y$10$MjEyMzJmMjk3YTU3YTVhNuL1xGNaw9RE/JCdzMc3uy.q0BLsHaHK6', 'admin', 'admin@example.test', 'https://ada.example.test/', '2023-01-01 08:00:00', '', 0, 'Ada Admin'),
  (2, 'edith', '$wp$2y$10$YmZhY2U5YWE4ZTY3NWQzYul8RfnhBmsv.lbN9GBQ.upEykjR5dZje', 'edith', 'edith@example.test', '', '2023-02-01 09:30:00', '', 0, 'Edith O''Hara'),
  (3, 'arthur', '$wp$2y$10$Njg4MzBhZWY0ZGJmYWQxOuUcNvhTVRbA3BCDDm1vYfDKi6UIRk33u', 'arthur', 'arthur@example.test', 'http://arthur.example.test/blog?a=1&amp;b=2', '2023-03-05 10:00:00', '', 0, 'Arthur Penn'),
  (4, 'connie', '$wp$2y$10$MTUzYzg1YzhlNzk5MzVjNu1ZJqfC/3y2h929fJeepbfoLvSl4jHRa', 'connie', 'connie@example.test', '', '2023-03-06 11:15:00', '', 0, 'Connie'),
  (5, 'sam', '$wp$2y$10$MzMyNTMyZGNmYWExY2JmNu4BlqPE1TR7UPEa1.NipxREquVXhn0.K', 'sam', 'sam@example.test', '', '2023-04-01 12:00:00', '', 0, 'Sam Subscriber'),
  (6, 'nora', '$wp$2y$10$MjNmODhhYzE0ZmVlYWQ5MupEYzJFoXM9WiBqoUdAdNNntQL5e7z9W', 'nora', 'nora@example.test', '', '2023-04-02 12:00:00', '', 0, 'Nora No-Posts'),
  (7, 'pauline', '$wp$2y$10$ZWEzMzgwM2Y5MGM3N2Y2Yumym.V.V9vAyqBok3YZcnOTX2zHbz31O', 'pauline-s', 'pauline@example.test', '', '2023-05-01 07:00:00', '', 0, 'Paulíne Šťastná'),
  (8, 'max', '$wp$2y$10$MmZmZTRlNzczMjVkOWE3Mue.wYFpVDeE75j8T0y2TUG8iXYtolCMG', 'max', 'max@example.test', '', '2023-05-02 07:00:00', '', 0, 'Max');

insert into wp_usermeta
  (umeta_id, user_id, meta_key, meta_value)
values
  (1, 1, 'nickname', 'ada'),
  (2, 1, 'first_name', 'Ada'),
  (3, 1, 'last_name', 'Admin'),
  (4, 1, 'description', 'Runs the place. "Ask her" -- she knows.'),
  (5, 1, 'rich_editing', 'true'),
  (6, 1, 'syntax_highlighting', 'true'),
  (7, 1, 'infinite_scrolling', 'true'),
  (8, 1, 'comment_shortcuts', 'false'),
  (9, 1, 'admin_color', 'modern'),
  (10, 1, 'use_ssl', '0'),
  (11, 1, 'show_admin_bar_front', 'true'),
  (12, 1, 'locale', ''),
  (13, 1, 'wp_capabilities', 'a:1:{s:13:"administrator";b:1;}'),
  (14, 1, 'wp_user_level', '10'),
  (15, 1, 'dismissed_wp_pointers', ''),
  (16, 1, 'show_welcome_panel', '0'),
  (17, 1, 'session_tokens', 'a:1:{s:64:"67aaf0aa76446e20225ab9010d4b20beda185643a31f48320897dc680abde8d1";a:4:{s:10:"expiration";i:4070908800;s:2:"ip";s:9:"127.0.0.1";s:2:"ua";s:6:"oracle";s:5:"login";i:1700000000;}}'),
  (18, 2, 'nickname', 'edith'),
  (19, 2, 'first_name', 'Edith'),
  (20, 2, 'last_name', 'O''Hara'),
  (21, 2, 'description', 'Edits <strong>everything</strong> &amp; more.
Second line.'),
  (22, 2, 'rich_editing', 'true'),
  (23, 2, 'syntax_highlighting', 'true'),
  (24, 2, 'infinite_scrolling', 'true'),
  (25, 2, 'comment_shortcuts', 'false'),
  (26, 2, 'admin_color', 'modern'),
  (27, 2, 'use_ssl', '0'),
  (28, 2, 'show_admin_bar_front', 'true'),
  (29, 2, 'locale', ''),
  (30, 2, 'wp_capabilities', 'a:1:{s:6:"editor";b:1;}'),
  (31, 2, 'wp_user_level', '7'),
  (32, 2, 'dismissed_wp_pointers', ''),
  (33, 2, 'session_tokens', 'a:1:{s:64:"2147526212480e6dac45f9b2432098b9f9ef3ec8a7be4c72fbb11db27df0db31";a:4:{s:10:"expiration";i:4070908800;s:2:"ip";s:9:"127.0.0.1";s:2:"ua";s:6:"oracle";s:5:"login";i:1700000000;}}'),
  (34, 3, 'nickname', 'arthur'),
  (35, 3, 'first_name', ''),
  (36, 3, 'last_name', ''),
  (37, 3, 'description', ''),
  (38, 3, 'rich_editing', 'true'),
  (39, 3, 'syntax_highlighting', 'true'),
  (40, 3, 'infinite_scrolling', 'true'),
  (41, 3, 'comment_shortcuts', 'false'),
  (42, 3, 'admin_color', 'modern'),
  (43, 3, 'use_ssl', '0'),
  (44, 3, 'show_admin_bar_front', 'true'),
  (45, 3, 'locale', ''),
  (46, 3, 'wp_capabilities', 'a:1:{s:6:"author";b:1;}'),
  (47, 3, 'wp_user_level', '2'),
  (48, 3, 'dismissed_wp_pointers', ''),
  (49, 3, 'session_tokens', 'a:1:{s:64:"dd926ca9db5a5830255cc290392f553ef1ad53026071088a970eb3494c174842";a:4:{s:10:"expiration";i:4070908800;s:2:"ip";s:9:"127.0.0.1";s:2:"ua";s:6:"oracle";s:5:"login";i:1700000000;}}'),
  (50, 4, 'nickname', 'connie'),
  (51, 4, 'first_name', ''),
  (52, 4, 'last_name', ''),
  (53, 4, 'description', ''),
  (54, 4, 'rich_editing', 'true'),
  (55, 4, 'syntax_highlighting', 'true'),
  (56, 4, 'infinite_scrolling', 'true'),
  (57, 4, 'comment_shortcuts', 'false'),
  (58, 4, 'admin_color', 'modern'),
  (59, 4, 'use_ssl', '0'),
  (60, 4, 'show_admin_bar_front', 'true'),
  (61, 4, 'locale', ''),
  (62, 4, 'wp_capabilities', 'a:1:{s:11:"contributor";b:1;}'),
  (63, 4, 'wp_user_level', '1'),
  (64, 4, 'dismissed_wp_pointers', ''),
  (65, 4, 'session_tokens', 'a:1:{s:64:"3e1df6c292cf3bd7eeec19d3bf8ac0c1a108920c9ae49b6fda2aa4eaae100cc9";a:4:{s:10:"expiration";i:4070908800;s:2:"ip";s:9:"127.0.0.1";s:2:"ua";s:6:"oracle";s:5:"login";i:1700000000;}}'),
  (66, 5, 'nickname', 'sam'),
  (67, 5, 'first_name', ''),
  (68, 5, 'last_name', ''),
  (69, 5, 'description', ''),
  (70, 5, 'rich_editing', 'true'),
  (71, 5, 'syntax_highlighting', 'true'),
  (72, 5, 'infinite_scrolling', 'true'),
  (73, 5, 'comment_shortcuts', 'false'),
  (74, 5, 'admin_color', 'modern'),
  (75, 5, 'use_ssl', '0'),
  (76, 5, 'show_admin_bar_front', 'true'),
  (77, 5, 'locale', 'de_DE'),
  (78, 5, 'wp_capabilities', 'a:1:{s:10:"subscriber";b:1;}'),
  (79, 5, 'wp_user_level', '0'),
  (80, 5, 'dismissed_wp_pointers', ''),
  (81, 5, 'session_tokens', 'a:1:{s:64:"37fc54b6fa48c7bdd1143efb5ae01f084d6e74115415a33d06aa29f7c4c73b58";a:4:{s:10:"expiration";i:4070908800;s:2:"ip";s:9:"127.0.0.1";s:2:"ua";s:6:"oracle";s:5:"login";i:1700000000;}}'),
  (82, 6, 'nickname', 'nora'),
  (83, 6, 'first_name', ''),
  (84, 6, 'last_name', ''),
  (85, 6, 'description', ''),
  (86, 6, 'rich_editing', 'true'),
  (87, 6, 'syntax_highlighting', 'true'),
  (88, 6, 'infinite_scrolling', 'true'),
  (89, 6, 'comment_shortcuts', 'false'),
  (90, 6, 'admin_color', 'modern'),
  (91, 6, 'use_ssl', '0'),
  (92, 6, 'show_admin_bar_front', 'true'),
  (93, 6, 'locale', ''),
  (94, 6, 'wp_capabilities', 'a:1:{s:6:"author";b:1;}'),
  (95, 6, 'wp_user_level', '2'),
  (96, 6, 'dismissed_wp_pointers', ''),
  (97, 6, 'session_tokens', 'a:1:{s:64:"1f3ad4f746cf9a0c2604b520330f60bf735c8d12d77ab82d732c77618a614e8f";a:4:{s:10:"expiration";i:4070908800;s:2:"ip";s:9:"127.0.0.1";s:2:"ua";s:6:"oracle";s:5:"login";i:1700000000;}}'),
  (98, 7, 'nickname', 'pauline'),
  (99, 7, 'first_name', ''),
  (100, 7, 'last_name', ''),
  (101, 7, 'description', ''),
  (102, 7, 'rich_editing', 'true'),
  (103, 7, 'syntax_highlighting', 'true'),
  (104, 7, 'infinite_scrolling', 'true'),
  (105, 7, 'comment_shortcuts', 'false'),
  (106, 7, 'admin_color', 'modern'),
  (107, 7, 'use_ssl', '0'),
  (108, 7, 'show_admin_bar_front', 'true'),
  (109, 7, 'locale', ''),
  (110, 7, 'wp_capabilities', 'a:1:{s:6:"author";b:1;}'),
  (111, 7, 'wp_user_level', '2'),
  (112, 7, 'dismissed_wp_pointers', ''),
  (113, 7, 'session_tokens', 'a:1:{s:64:"915513ec6a49f6149478b27ba6fb5ce275970e2dbc47024d768b94e33350c928";a:4:{s:10:"expiration";i:4070908800;s:2:"ip";s:9:"127.0.0.1";s:2:"ua";s:6:"oracle";s:5:"login";i:1700000000;}}'),
  (114, 8, 'nickname', 'max'),
  (115, 8, 'first_name', ''),
  (116, 8, 'last_name', ''),
  (117, 8, 'description', ''),
  (118, 8, 'rich_editing', 'true'),
  (119, 8, 'syntax_highlighting', 'true'),
  (120, 8, 'infinite_scrolling', 'true'),
  (121, 8, 'comment_shortcuts', 'false'),
  (122, 8, 'admin_color', 'modern'),
  (123, 8, 'use_ssl', '0'),
  (124, 8, 'show_admin_bar_front', 'true'),
  (125, 8, 'locale', ''),
  (126, 8, 'wp_capabilities', 'a:4:{s:10:"subscriber";b:1;s:6:"author";b:1;s:18:"read_private_pages";b:1;s:17:"moderate_comments";b:0;}'),
  (127, 8, 'wp_user_level', '2'),
  (128, 8, 'dismissed_wp_pointers', ''),
  (129, 8, 'session_tokens', 'a:1:{s:64:"d6877ce50d10f56b32de28bf51c214922eb1122aee62828b5e5a35e3043ef85f";a:4:{s:10:"expiration";i:4070908800;s:2:"ip";s:9:"127.0.0.1";s:2:"ua";s:6:"oracle";s:5:"login";i:1700000000;}}'),
  (130, 1, '_application_passwords', 'a:1:{i:0;a:7:{s:4:"uuid";s:36:"fa835038-f87e-4936-8cf6-e7bf6d58d748";s:6:"app_id";s:0:"";s:4:"name";s:6:"oracle";s:8:"password";s:49:"$generic$dO6t__W7AsVAZIVYRojaL8cqISjFGyS4OpkUjgcO";s:7:"created";i:1700000000;s:9:"last_used";i:4070908800;s:7:"last_ip";s:9:"127.0.0.1";}}'),
  (131, 2, '_application_passwords', 'a:2:{i:0;a:7:{s:4:"uuid";s:36:"eaf52171-8465-4f2f-8069-8b96700903c1";s:6:"app_id";s:0:"";s:4:"name";s:6:"oracle";s:8:"password";s:49:"$generic$UvzxyaWsTYEeOWg0IPE-69ZvCartbrTR_CR7Y0l_";s:7:"created";i:1700000000;s:9:"last_used";i:4070908800;s:7:"last_ip";s:9:"127.0.0.1";}i:1;a:7:{s:4:"uuid";s:36:"8be10ad7-7157-4764-8921-6bb3236bc2ed";s:6:"app_id";s:0:"";s:4:"name";s:14:"Phone & Tablet";s:8:"password";s:49:"$generic$VRibhRqkDKUGA6GY5mXYfbtll6axSM3Hl-Lwholg";s:7:"created";i:1700000000;s:9:"last_used";i:4070908800;s:7:"last_ip";s:9:"127.0.0.1";}}'),
  (132, 3, '_application_passwords', 'a:1:{i:0;a:7:{s:4:"uuid";s:36:"aff3b5f8-9b68-4dee-8367-899482a1ddd7";s:6:"app_id";s:0:"";s:4:"name";s:6:"oracle";s:8:"password";s:49:"$generic$OZGtmx5gezDQKWFEh7MKmrO3MIYLE_ajNMCZO5iW";s:7:"created";i:1700000000;s:9:"last_used";i:4070908800;s:7:"last_ip";s:9:"127.0.0.1";}}'),
  (133, 4, '_application_passwords', 'a:1:{i:0;a:7:{s:4:"uuid";s:36:"e1b9fda7-098d-4d24-8c66-5a538eff4e70";s:6:"app_id";s:0:"";s:4:"name";s:6:"oracle";s:8:"password";s:49:"$generic$ilhwEAlNRLH_sUpvb7DqNeyNzqQnnVhj3J16OYSr";s:7:"created";i:1700000000;s:9:"last_used";i:4070908800;s:7:"last_ip";s:9:"127.0.0.1";}}'),
  (134, 5, '_application_passwords', 'a:1:{i:0;a:7:{s:4:"uuid";s:36:"9750b190-8323-4903-8595-ce2a5fafd693";s:6:"app_id";s:0:"";s:4:"name";s:6:"oracle";s:8:"password";s:49:"$generic$tKHm_8aPIv6ib6k3Y80f5oScH_PML-NAoSdjInUR";s:7:"created";i:1700000000;s:9:"last_used";i:4070908800;s:7:"last_ip";s:9:"127.0.0.1";}}'),
  (135, 8, '_application_passwords', 'a:1:{i:0;a:7:{s:4:"uuid";s:36:"3bf40296-17a3-4af0-85e6-f5dc1a7830bc";s:6:"app_id";s:0:"";s:4:"name";s:6:"oracle";s:8:"password";s:49:"$generic$55CRbO5oiZalzWAOUBnSuWYNUnP6HkCpeg98Z2z5";s:7:"created";i:1700000000;s:9:"last_used";i:4070908800;s:7:"last_ip";s:9:"127.0.0.1";}}');

insert into wp_comments
  (comment_ID, comment_post_ID, comment_author, comment_author_email, comment_author_url, comment_author_IP,
   comment_date, comment_date_gmt, comment_content, comment_karma, comment_approved, comment_agent,
   comment_type, comment_parent, user_id)
values
  (1, 230, 'Bob & Co', 'bob@example.test', 'https://bob.example.test/?x=1&y=2', '192.0.2.7', '2024-02-15 10:00:00', '2024-02-15 10:00:00', 'First! "Great" post -- isn''t it?', 0, '1', 'Mozilla/5.0 (oracle)', 'comment', 0, 0),
  (2, 230, 'Arthur Penn', 'arthur@example.test', '', '192.0.2.7', '2024-02-15 11:00:00', '2024-02-15 11:00:00', 'Reply to the first.

See https://example.test/path?a=1&b=2 for more.', 0, '1', 'Mozilla/5.0 (oracle)', 'comment', 1, 3),
  (3, 230, '', '', '', '192.0.2.7', '2024-02-15 12:00:00', '2024-02-15 12:00:00', 'Reply to the reply :)', 0, '1', 'Mozilla/5.0 (oracle)', 'comment', 2, 0),
  (4, 230, 'Dan O''Neil', 'reader@example.test', '', '192.0.2.7', '2024-02-15 12:00:00', '2024-02-15 12:00:00', 'Same second, <b>bold</b> <script>x()</script> words', 0, '1', 'Mozilla/5.0 (oracle)', 'comment', 0, 0),
  (5, 230, 'Reader', 'wait@example.test', '', '192.0.2.7', '2024-02-15 13:00:00', '2024-02-15 13:00:00', 'Please approve me', 0, '0', 'Mozilla/5.0 (oracle)', 'comment', 0, 0),
  (6, 230, 'Spammer', 'reader@example.test', '', '192.0.2.7', '2024-02-15 14:00:00', '2024-02-15 14:00:00', 'Buy pills', 0, 'spam', 'Mozilla/5.0 (oracle)', 'comment', 0, 0),
  (7, 230, 'Reader', 'reader@example.test', '', '192.0.2.7', '2024-02-15 15:00:00', '2024-02-15 15:00:00', 'Removed', 0, 'trash', 'Mozilla/5.0 (oracle)', 'comment', 0, 0),
  (8, 201, 'Reader', 'reader@example.test', '', '192.0.2.7', '2024-01-11 10:00:00', '2024-01-11 10:00:00', 'Lovely <a href="https://example.test/" rel="nofollow ugc">picture</a>.', 0, '1', 'Mozilla/5.0 (oracle)', 'comment', 0, 0),
  (9, 201, 'Other blog', '', 'https://other.example.test/', '192.0.2.7', '2024-01-12 10:00:00', '2024-01-12 10:00:00', 'Pingback excerpt', 0, '1', 'Mozilla/5.0 (oracle)', 'pingback', 0, 0),
  (10, 202, 'Sam Subscriber', 'sam@example.test', '', '192.0.2.7', '2024-01-13 10:00:00', '2024-01-13 10:00:00', 'Tasty', 0, '1', 'Mozilla/5.0 (oracle)', 'comment', 0, 5),
  (11, 212, 'Reader', 'reader@example.test', '', '192.0.2.7', '2024-01-21 10:00:00', '2024-01-21 10:00:00', 'Comment behind a password', 0, '1', 'Mozilla/5.0 (oracle)', 'comment', 0, 0),
  (12, 209, 'Edith O''Hara', 'edith@example.test', '', '192.0.2.7', '2024-01-21 11:00:00', '2024-01-21 11:00:00', 'Comment on a private post', 0, '1', 'Mozilla/5.0 (oracle)', 'comment', 0, 2),
  (13, 301, 'Reader', 'reader@example.test', '', '192.0.2.7', '2024-01-22 11:00:00', '2024-01-22 11:00:00', 'On a page 🎉
new line', 0, '1', 'Mozilla/5.0 (oracle)', 'comment', 0, 0),
  (14, 401, 'Reader', 'reader@example.test', '', '192.0.2.7', '2024-03-05 11:00:00', '2024-03-05 11:00:00', 'On a product', 0, '1', 'Mozilla/5.0 (oracle)', 'comment', 0, 0);

insert into wp_options
  (option_id, option_name, option_value, autoload)
values
  (1, 'cron', 'a:1:{s:7:"version";i:2;}', 'on'),
  (2, 'siteurl', 'http://127.0.0.1:8081', 'on'),
  (3, 'home', 'http://127.0.0.1:8081', 'on'),
  (4, 'blogname', 'Harbour &amp; Hill', 'on'),
  (5, 'blogdescription', 'Notes from a small town — &quot;daily&quot;', 'on'),
  (6, 'users_can_register', '0', 'on'),
  (7, 'admin_email', 'admin@example.test', 'on'),
  (8, 'start_of_week', '1', 'on'),
  (9, 'use_balanceTags', '0', 'on'),
  (10, 'use_smilies', '1', 'on'),
  (11, 'require_name_email', '1', 'on'),
  (12, 'comments_notify', '1', 'on'),
  (13, 'posts_per_rss', '10', 'on'),
  (14, 'rss_use_excerpt', '0', 'on'),
  (15, 'mailserver_url', 'mail.example.com', 'on'),
  (16, 'mailserver_login', 'login@example.com', 'on'),
  (17, 'mailserver_pass', '', 'on'),
  (18, 'mailserver_port', '110', 'on'),
  (19, 'default_category', '1', 'on'),
  (20, 'default_comment_status', 'open', 'on'),
  (21, 'default_ping_status', 'open', 'on'),
  (22, 'default_pingback_flag', '1', 'on'),
  (23, 'posts_per_page', '10', 'on'),
  (24, 'date_format', 'F j, Y', 'on'),
  (25, 'time_format', 'g:i a', 'on'),
  (26, 'links_updated_date_format', 'F j, Y g:i a', 'on'),
  (27, 'comment_moderation', '0', 'on'),
  (28, 'moderation_notify', '1', 'on'),
  (29, 'permalink_structure', '/%year%/%monthnum%/%day%/%postname%/', 'on'),
  (30, 'rewrite_rules', 'a:125:{s:11:"^wp-json/?$";s:22:"index.php?rest_route=/";s:14:"^wp-json/(.*)?";s:33:"index.php?rest_route=/$matches[1]";s:21:"^index.php/wp-json/?$";s:22:"index.php?rest_route=/";s:24:"^index.php/wp-json/(.*)?";s:33:"index.php?rest_route=/$matches[1]";s:17:"^wp-sitemap\.xml$";s:23:"index.php?sitemap=index";s:17:"^wp-sitemap\.xsl$";s:36:"index.php?sitemap-stylesheet=sitemap";s:23:"^wp-sitemap-index\.xsl$";s:34:"index.php?sitemap-stylesheet=index";s:48:"^wp-sitemap-([a-z]+?)-([a-z\d_-]+?)-(\d+?)\.xml$";s:75:"index.php?sitemap=$matches[1]&sitemap-subtype=$matches[2]&paged=$matches[3]";s:34:"^wp-sitemap-([a-z]+?)-(\d+?)\.xml$";s:47:"index.php?sitemap=$matches[1]&paged=$matches[2]";s:10:"product/?$";s:27:"index.php?post_type=product";s:40:"product/feed/(feed|rdf|rss|rss2|atom)/?$";s:44:"index.php?post_type=product&feed=$matches[1]";s:35:"product/(feed|rdf|rss|rss2|atom)/?$";s:44:"index.php?post_type=product&feed=$matches[1]";s:27:"product/page/([0-9]{1,})/?$";s:45:"index.php?post_type=product&paged=$matches[1]";s:47:"category/(.+?)/feed/(feed|rdf|rss|rss2|atom)/?$";s:52:"index.php?category_name=$matches[1]&feed=$matches[2]";s:42:"category/(.+?)/(feed|rdf|rss|rss2|atom)/?$";s:52:"index.php?category_name=$matches[1]&feed=$matches[2]";s:23:"category/(.+?)/embed/?$";s:46:"index.php?category_name=$matches[1]&embed=true";s:35:"category/(.+?)/page/?([0-9]{1,})/?$";s:53:"index.php?category_name=$matches[1]&paged=$matches[2]";s:17:"category/(.+?)/?$";s:35:"index.php?category_name=$matches[1]";s:44:"tag/([^/]+)/feed/(feed|rdf|rss|rss2|atom)/?$";s:42:"index.php?tag=$matches[1]&feed=$matches[2]";s:39:"tag/([^/]+)/(feed|rdf|rss|rss2|atom)/?$";s:42:"index.php?tag=$matches[1]&feed=$matches[2]";s:20:"tag/([^/]+)/embed/?$";s:36:"index.php?tag=$matches[1]&embed=true";s:32:"tag/([^/]+)/page/?([0-9]{1,})/?$";s:43:"index.php?tag=$matches[1]&paged=$matches[2]";s:14:"tag/([^/]+)/?$";s:25:"index.php?tag=$matches[1]";s:45:"type/([^/]+)/feed/(feed|rdf|rss|rss2|atom)/?$";s:50:"index.php?post_format=$matches[1]&feed=$matches[2]";s:40:"type/([^/]+)/(feed|rdf|rss|rss2|atom)/?$";s:50:"index.php?post_format=$matches[1]&feed=$matches[2]";s:21:"type/([^/]+)/embed/?$";s:44:"index.php?post_format=$matches[1]&embed=true";s:33:"type/([^/]+)/page/?([0-9]{1,})/?$";s:51:"index.php?post_format=$matches[1]&paged=$matches[2]";s:15:"type/([^/]+)/?$";s:33:"index.php?post_format=$matches[1]";s:35:"product/[^/]+/attachment/([^/]+)/?$";s:32:"index.php?attachment=$matches[1]";s:45:"product/[^/]+/attachment/([^/]+)/trackback/?$";s:37:"index.php?attachment=$matches[1]&tb=1";s:65:"product/[^/]+/attachment/([^/]+)/feed/(feed|rdf|rss|rss2|atom)/?$";s:49:"index.php?attachment=$matches[1]&feed=$matches[2]";s:60:"product/[^/]+/attachment/([^/]+)/(feed|rdf|rss|rss2|atom)/?$";s:49:"index.php?attachment=$matches[1]&feed=$matches[2]";s:60:"product/[^/]+/attachment/([^/]+)/comment-page-([0-9]{1,})/?$";s:50:"index.php?attachment=$matches[1]&cpage=$matches[2]";s:41:"product/[^/]+/attachment/([^/]+)/embed/?$";s:43:"index.php?attachment=$matches[1]&embed=true";s:24:"product/([^/]+)/embed/?$";s:40:"index.php?product=$matches[1]&embed=true";s:28:"product/([^/]+)/trackback/?$";s:34:"index.php?product=$matches[1]&tb=1";s:48:"product/([^/]+)/feed/(feed|rdf|rss|rss2|atom)/?$";s:46:"index.php?product=$matches[1]&feed=$matches[2]";s:43:"product/([^/]+)/(feed|rdf|rss|rss2|atom)/?$";s:46:"index.php?product=$matches[1]&feed=$matches[2]";s:36:"product/([^/]+)/page/?([0-9]{1,})/?$";s:47:"index.php?product=$matches[1]&paged=$matches[2]";s:43:"product/([^/]+)/comment-page-([0-9]{1,})/?$";s:47:"index.php?product=$matches[1]&cpage=$matches[2]";s:32:"product/([^/]+)(?:/([0-9]+))?/?$";s:46:"index.php?product=$matches[1]&page=$matches[2]";s:24:"product/[^/]+/([^/]+)/?$";s:32:"index.php?attachment=$matches[1]";s:34:"product/[^/]+/([^/]+)/trackback/?$";s:37:"index.php?attachment=$matches[1]&tb=1";s:54:"product/[^/]+/([^/]+)/feed/(feed|rdf|rss|rss2|atom)/?$";s:49:"index.php?attachment=$matches[1]&feed=$matches[2]";s:49:"product/[^/]+/([^/]+)/(feed|rdf|rss|rss2|atom)/?$";s:49:"index.php?attachment=$matches[1]&feed=$matches[2]";s:49:"product/[^/]+/([^/]+)/comment-page-([0-9]{1,})/?$";s:50:"index.php?attachment=$matches[1]&cpage=$matches[2]";s:30:"product/[^/]+/([^/]+)/embed/?$";s:43:"index.php?attachment=$matches[1]&embed=true";s:46:"genre/([^/]+)/feed/(feed|rdf|rss|rss2|atom)/?$";s:44:"index.php?genre=$matches[1]&feed=$matches[2]";s:41:"genre/([^/]+)/(feed|rdf|rss|rss2|atom)/?$";s:44:"index.php?genre=$matches[1]&feed=$matches[2]";s:22:"genre/([^/]+)/embed/?$";s:38:"index.php?genre=$matches[1]&embed=true";s:34:"genre/([^/]+)/page/?([0-9]{1,})/?$";s:45:"index.php?genre=$matches[1]&paged=$matches[2]";s:16:"genre/([^/]+)/?$";s:27:"index.php?genre=$matches[1]";s:12:"robots\.txt$";s:18:"index.php?robots=1";s:13:"favicon\.ico$";s:19:"index.php?favicon=1";s:12:"sitemap\.xml";s:23:"index.php?sitemap=index";s:48:".*wp-(atom|rdf|rss|rss2|feed|commentsrss2)\.php$";s:18:"index.php?feed=old";s:20:".*wp-app\.php(/.*)?$";s:19:"index.php?error=403";s:18:".*wp-register.php$";s:23:"index.php?register=true";s:32:"feed/(feed|rdf|rss|rss2|atom)/?$";s:27:"index.php?&feed=$matches[1]";s:27:"(feed|rdf|rss|rss2|atom)/?$";s:27:"index.php?&feed=$matches[1]";s:8:"embed/?$";s:21:"index.php?&embed=true";s:20:"page/?([0-9]{1,})/?$";s:28:"index.php?&paged=$matches[1]";s:41:"comments/feed/(feed|rdf|rss|rss2|atom)/?$";s:42:"index.php?&feed=$matches[1]&withcomments=1";s:36:"comments/(feed|rdf|rss|rss2|atom)/?$";s:42:"index.php?&feed=$matches[1]&withcomments=1";s:17:"comments/embed/?$";s:21:"index.php?&embed=true";s:44:"search/(.+)/feed/(feed|rdf|rss|rss2|atom)/?$";s:40:"index.php?s=$matches[1]&feed=$matches[2]";s:39:"search/(.+)/(feed|rdf|rss|rss2|atom)/?$";s:40:"index.php?s=$matches[1]&feed=$matches[2]";s:20:"search/(.+)/embed/?$";s:34:"index.php?s=$matches[1]&embed=true";s:32:"search/(.+)/page/?([0-9]{1,})/?$";s:41:"index.php?s=$matches[1]&paged=$matches[2]";s:14:"search/(.+)/?$";s:23:"index.php?s=$matches[1]";s:47:"author/([^/]+)/feed/(feed|rdf|rss|rss2|atom)/?$";s:50:"index.php?author_name=$matches[1]&feed=$matches[2]";s:42:"author/([^/]+)/(feed|rdf|rss|rss2|atom)/?$";s:50:"index.php?author_name=$matches[1]&feed=$matches[2]";s:23:"author/([^/]+)/embed/?$";s:44:"index.php?author_name=$matches[1]&embed=true";s:35:"author/([^/]+)/page/?([0-9]{1,})/?$";s:51:"index.php?author_name=$matches[1]&paged=$matches[2]";s:17:"author/([^/]+)/?$";s:33:"index.php?author_name=$matches[1]";s:69:"([0-9]{4})/([0-9]{1,2})/([0-9]{1,2})/feed/(feed|rdf|rss|rss2|atom)/?$";s:80:"index.php?year=$matches[1]&monthnum=$matches[2]&day=$matches[3]&feed=$matches[4]";s:64:"([0-9]{4})/([0-9]{1,2})/([0-9]{1,2})/(feed|rdf|rss|rss2|atom)/?$";s:80:"index.php?year=$matches[1]&monthnum=$matches[2]&day=$matches[3]&feed=$matches[4]";s:45:"([0-9]{4})/([0-9]{1,2})/([0-9]{1,2})/embed/?$";s:74:"index.php?year=$matches[1]&monthnum=$matches[2]&day=$matches[3]&embed=true";s:57:"([0-9]{4})/([0-9]{1,2})/([0-9]{1,2})/page/?([0-9]{1,})/?$";s:81:"index.php?year=$matches[1]&monthnum=$matches[2]&day=$matches[3]&paged=$matches[4]";s:39:"([0-9]{4})/([0-9]{1,2})/([0-9]{1,2})/?$";s:63:"index.php?year=$matches[1]&monthnum=$matches[2]&day=$matches[3]";s:56:"([0-9]{4})/([0-9]{1,2})/feed/(feed|rdf|rss|rss2|atom)/?$";s:64:"index.php?year=$matches[1]&monthnum=$matches[2]&feed=$matches[3]";s:51:"([0-9]{4})/([0-9]{1,2})/(feed|rdf|rss|rss2|atom)/?$";s:64:"index.php?year=$matches[1]&monthnum=$matches[2]&feed=$matches[3]";s:32:"([0-9]{4})/([0-9]{1,2})/embed/?$";s:58:"index.php?year=$matches[1]&monthnum=$matches[2]&embed=true";s:44:"([0-9]{4})/([0-9]{1,2})/page/?([0-9]{1,})/?$";s:65:"index.php?year=$matches[1]&monthnum=$matches[2]&paged=$matches[3]";s:26:"([0-9]{4})/([0-9]{1,2})/?$";s:47:"index.php?year=$matches[1]&monthnum=$matches[2]";s:43:"([0-9]{4})/feed/(feed|rdf|rss|rss2|atom)/?$";s:43:"index.php?year=$matches[1]&feed=$matches[2]";s:38:"([0-9]{4})/(feed|rdf|rss|rss2|atom)/?$";s:43:"index.php?year=$matches[1]&feed=$matches[2]";s:19:"([0-9]{4})/embed/?$";s:37:"index.php?year=$matches[1]&embed=true";s:31:"([0-9]{4})/page/?([0-9]{1,})/?$";s:44:"index.php?year=$matches[1]&paged=$matches[2]";s:13:"([0-9]{4})/?$";s:26:"index.php?year=$matches[1]";s:58:"[0-9]{4}/[0-9]{1,2}/[0-9]{1,2}/[^/]+/attachment/([^/]+)/?$";s:32:"index.php?attachment=$matches[1]";s:68:"[0-9]{4}/[0-9]{1,2}/[0-9]{1,2}/[^/]+/attachment/([^/]+)/trackback/?$";s:37:"index.php?attachment=$matches[1]&tb=1";s:88:"[0-9]{4}/[0-9]{1,2}/[0-9]{1,2}/[^/]+/attachment/([^/]+)/feed/(feed|rdf|rss|rss2|atom)/?$";s:49:"index.php?attachment=$matches[1]&feed=$matches[2]";s:83:"[0-9]{4}/[0-9]{1,2}/[0-9]{1,2}/[^/]+/attachment/([^/]+)/(feed|rdf|rss|rss2|atom)/?$";s:49:"index.php?attachment=$matches[1]&feed=$matches[2]";s:83:"[0-9]{4}/[0-9]{1,2}/[0-9]{1,2}/[^/]+/attachment/([^/]+)/comment-page-([0-9]{1,})/?$";s:50:"index.php?attachment=$matches[1]&cpage=$matches[2]";s:64:"[0-9]{4}/[0-9]{1,2}/[0-9]{1,2}/[^/]+/attachment/([^/]+)/embed/?$";s:43:"index.php?attachment=$matches[1]&embed=true";s:53:"([0-9]{4})/([0-9]{1,2})/([0-9]{1,2})/([^/]+)/embed/?$";s:91:"index.php?year=$matches[1]&monthnum=$matches[2]&day=$matches[3]&name=$matches[4]&embed=true";s:57:"([0-9]{4})/([0-9]{1,2})/([0-9]{1,2})/([^/]+)/trackback/?$";s:85:"index.php?year=$matches[1]&monthnum=$matches[2]&day=$matches[3]&name=$matches[4]&tb=1";s:77:"([0-9]{4})/([0-9]{1,2})/([0-9]{1,2})/([^/]+)/feed/(feed|rdf|rss|rss2|atom)/?$";s:97:"index.php?year=$matches[1]&monthnum=$matches[2]&day=$matches[3]&name=$matches[4]&feed=$matches[5]";s:72:"([0-9]{4})/([0-9]{1,2})/([0-9]{1,2})/([^/]+)/(feed|rdf|rss|rss2|atom)/?$";s:97:"index.php?year=$matches[1]&monthnum=$matches[2]&day=$matches[3]&name=$matches[4]&feed=$matches[5]";s:65:"([0-9]{4})/([0-9]{1,2})/([0-9]{1,2})/([^/]+)/page/?([0-9]{1,})/?$";s:98:"index.php?year=$matches[1]&monthnum=$matches[2]&day=$matches[3]&name=$matches[4]&paged=$matches[5]";s:72:"([0-9]{4})/([0-9]{1,2})/([0-9]{1,2})/([^/]+)/comment-page-([0-9]{1,})/?$";s:98:"index.php?year=$matches[1]&monthnum=$matches[2]&day=$matches[3]&name=$matches[4]&cpage=$matches[5]";s:61:"([0-9]{4})/([0-9]{1,2})/([0-9]{1,2})/([^/]+)(?:/([0-9]+))?/?$";s:97:"index.php?year=$matches[1]&monthnum=$matches[2]&day=$matches[3]&name=$matches[4]&page=$matches[5]";s:47:"[0-9]{4}/[0-9]{1,2}/[0-9]{1,2}/[^/]+/([^/]+)/?$";s:32:"index.php?attachment=$matches[1]";s:57:"[0-9]{4}/[0-9]{1,2}/[0-9]{1,2}/[^/]+/([^/]+)/trackback/?$";s:37:"index.php?attachment=$matches[1]&tb=1";s:77:"[0-9]{4}/[0-9]{1,2}/[0-9]{1,2}/[^/]+/([^/]+)/feed/(feed|rdf|rss|rss2|atom)/?$";s:49:"index.php?attachment=$matches[1]&feed=$matches[2]";s:72:"[0-9]{4}/[0-9]{1,2}/[0-9]{1,2}/[^/]+/([^/]+)/(feed|rdf|rss|rss2|atom)/?$";s:49:"index.php?attachment=$matches[1]&feed=$matches[2]";s:72:"[0-9]{4}/[0-9]{1,2}/[0-9]{1,2}/[^/]+/([^/]+)/comment-page-([0-9]{1,})/?$";s:50:"index.php?attachment=$matches[1]&cpage=$matches[2]";s:53:"[0-9]{4}/[0-9]{1,2}/[0-9]{1,2}/[^/]+/([^/]+)/embed/?$";s:43:"index.php?attachment=$matches[1]&embed=true";s:64:"([0-9]{4})/([0-9]{1,2})/([0-9]{1,2})/comment-page-([0-9]{1,})/?$";s:81:"index.php?year=$matches[1]&monthnum=$matches[2]&day=$matches[3]&cpage=$matches[4]";s:51:"([0-9]{4})/([0-9]{1,2})/comment-page-([0-9]{1,})/?$";s:65:"index.php?year=$matches[1]&monthnum=$matches[2]&cpage=$matches[3]";s:38:"([0-9]{4})/comment-page-([0-9]{1,})/?$";s:44:"index.php?year=$matches[1]&cpage=$matches[2]";s:27:".?.+?/attachment/([^/]+)/?$";s:32:"index.php?attachment=$matches[1]";s:37:".?.+?/attachment/([^/]+)/trackback/?$";s:37:"index.php?attachment=$matches[1]&tb=1";s:57:".?.+?/attachment/([^/]+)/feed/(feed|rdf|rss|rss2|atom)/?$";s:49:"index.php?attachment=$matches[1]&feed=$matches[2]";s:52:".?.+?/attachment/([^/]+)/(feed|rdf|rss|rss2|atom)/?$";s:49:"index.php?attachment=$matches[1]&feed=$matches[2]";s:52:".?.+?/attachment/([^/]+)/comment-page-([0-9]{1,})/?$";s:50:"index.php?attachment=$matches[1]&cpage=$matches[2]";s:33:".?.+?/attachment/([^/]+)/embed/?$";s:43:"index.php?attachment=$matches[1]&embed=true";s:16:"(.?.+?)/embed/?$";s:41:"index.php?pagename=$matches[1]&embed=true";s:20:"(.?.+?)/trackback/?$";s:35:"index.php?pagename=$matches[1]&tb=1";s:40:"(.?.+?)/feed/(feed|rdf|rss|rss2|atom)/?$";s:47:"index.php?pagename=$matches[1]&feed=$matches[2]";s:35:"(.?.+?)/(feed|rdf|rss|rss2|atom)/?$";s:47:"index.php?pagename=$matches[1]&feed=$matches[2]";s:28:"(.?.+?)/page/?([0-9]{1,})/?$";s:48:"index.php?pagename=$matches[1]&paged=$matches[2]";s:35:"(.?.+?)/comment-page-([0-9]{1,})/?$";s:48:"index.php?pagename=$matches[1]&cpage=$matches[2]";s:24:"(.?.+?)(?:/([0-9]+))?/?$";s:47:"index.php?pagename=$matches[1]&page=$matches[2]";}', 'on'),
  (31, 'hack_file', '0', 'on'),
  (32, 'blog_charset', 'UTF-8', 'on'),
  (33, 'moderation_keys', '', 'off'),
  (34, 'active_plugins', 'a:0:{}', 'on'),
  (35, 'category_base', '', 'on'),
  (36, 'ping_sites', 'https://rpc.pingomatic.com/', 'on'),
  (37, 'comment_max_links', '2', 'on'),
  (38, 'gmt_offset', '0', 'on'),
  (39, 'default_email_category', '1', 'on'),
  (40, 'recently_edited', '', 'off'),
  (41, 'template', 'twentytwentyfive', 'on'),
  (42, 'stylesheet', 'twentytwentyfive', 'on'),
  (43, 'comment_registration', '0', 'on'),
  (44, 'html_type', 'text/html', 'on'),
  (45, 'use_trackback', '0', 'on'),
  (46, 'default_role', 'subscriber', 'on'),
  (47, 'db_version', '61833', 'on'),
  (48, 'uploads_use_yearmonth_folders', '1', 'on'),
  (49, 'upload_path', '', 'on'),
  (50, 'blog_public', '1', 'on'),
  (51, 'default_link_category', '2', 'on'),
  (52, 'show_on_front', 'posts', 'on'),
  (53, 'tag_base', '', 'on'),
  (54, 'show_avatars', '1', 'on'),
  (55, 'avatar_rating', 'G', 'on'),
  (56, 'upload_url_path', '', 'on'),
  (57, 'thumbnail_size_w', '150', 'on'),
  (58, 'thumbnail_size_h', '150', 'on'),
  (59, 'thumbnail_crop', '1', 'on'),
  (60, 'medium_size_w', '300', 'on'),
  (61, 'medium_size_h', '300', 'on'),
  (62, 'avatar_default', 'mystery', 'on'),
  (63, 'large_size_w', '1024', 'on'),
  (64, 'large_size_h', '1024', 'on'),
  (65, 'image_default_link_type', 'none', 'on'),
  (66, 'image_default_size', '', 'on'),
  (67, 'image_default_align', '', 'on'),
  (68, 'close_comments_for_old_posts', '0', 'on'),
  (69, 'close_comments_days_old', '14', 'on'),
  (70, 'thread_comments', '1', 'on'),
  (71, 'thread_comments_depth', '5', 'on'),
  (72, 'page_comments', '0', 'on'),
  (73, 'comments_per_page', '50', 'on'),
  (74, 'default_comments_page', 'newest', 'on'),
  (75, 'comment_order', 'asc', 'on'),
  (76, 'sticky_posts', 'a:2:{i:0;i:228;i:1;i:229;}', 'on'),
  (77, 'widget_categories', 'a:0:{}', 'on'),
  (78, 'widget_text', 'a:0:{}', 'on'),
  (79, 'widget_rss', 'a:0:{}', 'on'),
  (80, 'uninstall_plugins', 'a:0:{}', 'off'),
  (81, 'timezone_string', 'UTC', 'on'),
  (82, 'page_for_posts', '0', 'on'),
  (83, 'page_on_front', '0', 'on'),
  (84, 'default_post_format', '0', 'on'),
  (85, 'link_manager_enabled', '0', 'on'),
  (86, 'finished_splitting_shared_terms', '1', 'on'),
  (87, 'site_icon', '0', 'on'),
  (88, 'medium_large_size_w', '768', 'on'),
  (89, 'medium_large_size_h', '0', 'on'),
  (90, 'wp_page_for_privacy_policy', '0', 'on'),
  (91, 'show_comments_cookies_opt_in', '1', 'on'),
  (92, 'admin_email_lifespan', '1900000000', 'on'),
  (93, 'disallowed_keys', '', 'off'),
  (94, 'comment_previously_approved', '1', 'on'),
  (95, 'auto_plugin_theme_update_emails', 'a:0:{}', 'off'),
  (96, 'auto_update_core_dev', 'enabled', 'on'),
  (97, 'auto_update_core_minor', 'enabled', 'on'),
  (98, 'auto_update_core_major', 'enabled', 'on'),
  (100, 'wp_attachment_pages_enabled', '0', 'on'),
  (101, 'wp_notes_notify', '1', 'on'),
  (102, 'initial_db_version', '61833', 'on'),
  (103, 'wp_user_roles', 'a:5:{s:13:"administrator";a:2:{s:4:"name";s:13:"Administrator";s:12:"capabilities";a:61:{s:13:"switch_themes";b:1;s:11:"edit_themes";b:1;s:16:"activate_plugins";b:1;s:12:"edit_plugins";b:1;s:10:"edit_users";b:1;s:10:"edit_files";b:1;s:14:"manage_options";b:1;s:17:"moderate_comments";b:1;s:17:"manage_categories";b:1;s:12:"manage_links";b:1;s:12:"upload_files";b:1;s:6:"import";b:1;s:15:"unfiltered_html";b:1;s:10:"edit_posts";b:1;s:17:"edit_others_posts";b:1;s:20:"edit_published_posts";b:1;s:13:"publish_posts";b:1;s:10:"edit_pages";b:1;s:4:"read";b:1;s:8:"level_10";b:1;s:7:"level_9";b:1;s:7:"level_8";b:1;s:7:"level_7";b:1;s:7:"level_6";b:1;s:7:"level_5";b:1;s:7:"level_4";b:1;s:7:"level_3";b:1;s:7:"level_2";b:1;s:7:"level_1";b:1;s:7:"level_0";b:1;s:17:"edit_others_pages";b:1;s:20:"edit_published_pages";b:1;s:13:"publish_pages";b:1;s:12:"delete_pages";b:1;s:19:"delete_others_pages";b:1;s:22:"delete_published_pages";b:1;s:12:"delete_posts";b:1;s:19:"delete_others_posts";b:1;s:22:"delete_published_posts";b:1;s:20:"delete_private_posts";b:1;s:18:"edit_private_posts";b:1;s:18:"read_private_posts";b:1;s:20:"delete_private_pages";b:1;s:18:"edit_private_pages";b:1;s:18:"read_private_pages";b:1;s:12:"delete_users";b:1;s:12:"create_users";b:1;s:17:"unfiltered_upload";b:1;s:14:"edit_dashboard";b:1;s:14:"update_plugins";b:1;s:14:"delete_plugins";b:1;s:15:"install_plugins";b:1;s:13:"update_themes";b:1;s:14:"install_themes";b:1;s:11:"update_core";b:1;s:10:"list_users";b:1;s:12:"remove_users";b:1;s:13:"promote_users";b:1;s:18:"edit_theme_options";b:1;s:13:"delete_themes";b:1;s:6:"export";b:1;}}s:6:"editor";a:2:{s:4:"name";s:6:"Editor";s:12:"capabilities";a:34:{s:17:"moderate_comments";b:1;s:17:"manage_categories";b:1;s:12:"manage_links";b:1;s:12:"upload_files";b:1;s:15:"unfiltered_html";b:1;s:10:"edit_posts";b:1;s:17:"edit_others_posts";b:1;s:20:"edit_published_posts";b:1;s:13:"publish_posts";b:1;s:10:"edit_pages";b:1;s:4:"read";b:1;s:7:"level_7";b:1;s:7:"level_6";b:1;s:7:"level_5";b:1;s:7:"level_4";b:1;s:7:"level_3";b:1;s:7:"level_2";b:1;s:7:"level_1";b:1;s:7:"level_0";b:1;s:17:"edit_others_pages";b:1;s:20:"edit_published_pages";b:1;s:13:"publish_pages";b:1;s:12:"delete_pages";b:1;s:19:"delete_others_pages";b:1;s:22:"delete_published_pages";b:1;s:12:"delete_posts";b:1;s:19:"delete_others_posts";b:1;s:22:"delete_published_posts";b:1;s:20:"delete_private_posts";b:1;s:18:"edit_private_posts";b:1;s:18:"read_private_posts";b:1;s:20:"delete_private_pages";b:1;s:18:"edit_private_pages";b:1;s:18:"read_private_pages";b:1;}}s:6:"author";a:2:{s:4:"name";s:6:"Author";s:12:"capabilities";a:10:{s:12:"upload_files";b:1;s:10:"edit_posts";b:1;s:20:"edit_published_posts";b:1;s:13:"publish_posts";b:1;s:4:"read";b:1;s:7:"level_2";b:1;s:7:"level_1";b:1;s:7:"level_0";b:1;s:12:"delete_posts";b:1;s:22:"delete_published_posts";b:1;}}s:11:"contributor";a:2:{s:4:"name";s:11:"Contributor";s:12:"capabilities";a:5:{s:10:"edit_posts";b:1;s:4:"read";b:1;s:7:"level_1";b:1;s:7:"level_0";b:1;s:12:"delete_posts";b:1;}}s:10:"subscriber";a:2:{s:4:"name";s:10:"Subscriber";s:12:"capabilities";a:2:{s:4:"read";b:1;s:7:"level_0";b:1;}}}', 'on'),
  (104, 'fresh_site', '0', 'off'),
  (105, 'user_count', '8', 'off'),
  (106, 'current_theme', 'Twenty Twenty-Five', 'auto'),
  (107, 'widget_pages', 'a:1:{s:12:"_multiwidget";i:1;}', 'auto'),
  (108, 'widget_calendar', 'a:1:{s:12:"_multiwidget";i:1;}', 'auto'),
  (109, 'widget_archives', 'a:1:{s:12:"_multiwidget";i:1;}', 'auto'),
  (110, 'widget_media_audio', 'a:1:{s:12:"_multiwidget";i:1;}', 'auto'),
  (111, 'widget_media_image', 'a:1:{s:12:"_multiwidget";i:1;}', 'auto'),
  (112, 'widget_media_gallery', 'a:1:{s:12:"_multiwidget";i:1;}', 'auto'),
  (113, 'widget_media_video', 'a:1:{s:12:"_multiwidget";i:1;}', 'auto'),
  (114, 'widget_meta', 'a:1:{s:12:"_multiwidget";i:1;}', 'auto'),
  (115, 'widget_search', 'a:1:{s:12:"_multiwidget";i:1;}', 'auto'),
  (116, 'widget_recent-posts', 'a:1:{s:12:"_multiwidget";i:1;}', 'auto'),
  (117, 'widget_recent-comments', 'a:1:{s:12:"_multiwidget";i:1;}', 'auto'),
  (118, 'widget_tag_cloud', 'a:1:{s:12:"_multiwidget";i:1;}', 'auto'),
  (119, 'widget_nav_menu', 'a:1:{s:12:"_multiwidget";i:1;}', 'auto'),
  (120, 'widget_custom_html', 'a:1:{s:12:"_multiwidget";i:1;}', 'auto'),
  (121, 'widget_block', 'a:1:{s:12:"_multiwidget";i:1;}', 'auto'),
  (125, 'using_application_passwords', '1', 'off'),
  (133, 'category_children', 'a:3:{i:2;a:1:{i:0;i:3;}i:3;a:1:{i:0;i:4;}i:5;a:1:{i:0;i:6;}}', 'auto'),
  (138, 'genre_children', 'a:2:{i:40;a:1:{i:0;i:41;}i:41;a:1:{i:0;i:42;}}', 'auto'),
  (139, 'wp_calendar_block_has_published_posts', '1', 'auto');
