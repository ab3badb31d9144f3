// A context for text that is rendered without a request.
import { timeZone } from '../../src/site/time-zone.ts'
import { clockTime, writtenTime } from '../../src/resources/rendering/shown.ts'
import { counter } from '../../src/core/counter.ts'
import type { RenderContext } from '../../src/render/context.ts'
import { twentyTwentyFive } from '../../src/render/theme.ts'
import type { ShownPost } from '../../src/render/shown.ts'

export function renderContextOf(parts: Partial<RenderContext> = {}): RenderContext {
  return {
    home: 'http://site.test',
    siteUrl: 'http://site.test',
    hasSmilies: true,
    postId: '1',
    siteName: 'Site',
    tagline: 'A tagline',
    theme: twentyTwentyFive,
    dateFormat: 'F j, Y',
    hasMonthAddresses: true,
    today: () => '2024-02-14 10:00:00',
    atClock: (local) => clockTime(local, { timeZone: timeZone('Europe/Berlin', 0) }),
    timeAt: (written) => writtenTime(written, { timeZone: timeZone('Europe/Berlin', 0) }),
    now: () => Date.parse('2024-02-14T10:00:00Z'),
    weekStart: 1,
    post: () => shownPost(),
    user: () => ({ name: '', link: '', biography: '', avatarUrl: () => '' }),
    posts: () => [],
    comments: () => [],
    terms: () => [],
    periods: () => [],
    pages: () => [],
    queried: () => [],
    totalOf: () => 0,
    blockSettings: {
      taxonomies: new Set(['category', 'post_tag', 'post_format']),
      types: new Set(['post', 'page']),
      hierarchical: new Set(['page']),
      kinds: new Map(),
      postsPage: '0',
      sticky: [],
      statuses: ['publish'],
      pageLength: 10,
      logo: '0',
    },
    itemPath: '/cms-json/cms/v2/posts/1',
    archiveLink: (type) => `http://site.test/${type}/`,
    periodLink: () => 'http://site.test/2024/',
    sharedText: () => null,
    menu: () => null,
    discussion: () => [],
    commentRules: {
      isThreaded: true,
      repliesDepth: 5,
      isNewestFirst: false,
      isForUsers: false,
      requiresNames: true,
      offersCookies: true,
    },
    shortcodes: new Map(),
    blocks: new Map(),
    embedded: () => null,
    meta: () => null,
    attachmentOf: () => null,
    coverIdOf: () => null,
    isPublished: () => true,
    attachments: () => [],
    setUp: { post: null },
    allows: () => true,
    count: counter().count,
    ...parts,
  }
}

export function shownPost(parts: Partial<ShownPost> = {}): ShownPost {
  const time = { local: '2024-01-05 10:00:00', offsetHours: 0, zone: 'UTC' }
  return {
    id: '1',
    type: 'post',
    title: 'Post',
    markedTitle: parts.title ?? 'Post',
    link: 'http://site.test/post/',
    created: time,
    modified: time,
    isLocked: false,
    content: '',
    summary: () => '',
    author: () => null,
    image: () => null,
    hasImage: () => false,
    terms: () => [],
    ancestors: () => [],
    classes: () => ['post-1', 'post'],
    commentCount: 0,
    hasOpenComments: () => true,
    ...parts,
  }
}
