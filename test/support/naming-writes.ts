// Statements at random that change what posts, comments and files say of each other: rows with ids that are given, come again after
// they went, and are named before there is a row; parents that are missing, change, or are files themselves; statuses and types.
import type { Random } from './random.ts'

const posts = [9001, 9002, 9003]
const files = [9101, 9102, 101]
/** Nothing names them: WordPress refuses files and comments below a revision. */
const revisions = [9401, 9402]
const comments = [9201, 9202, 1, 8]
const users = [9301, 9302]
/** Ids above those of all rows: the next that comes may be named already. */
const first = 1_000_000

export const namedIds = { posts, files, comments, users } as const

export function createNamingWrites(random: Random): () => string {
  const { picked, below } = random
  let last = first
  const fresh = () => (last += 1 + below(3))
  const someId = () => picked([...posts, ...posts, ...files, last, last + 1])
  const parent = () => picked([0, 0, 201, someId(), someId()])
  const status = () =>
    picked(['publish', 'publish', 'draft', 'auto-draft', 'private', 'inherit', 'trash', 'future', 'wc-new'])
  const type = () => picked(['post', 'post', 'page', 'product', 'attachment', 'ticket'])
  const post = (id: number, typed = type(), its = status(), above = parent()) =>
    `insert ignore into wp_posts (ID, post_author, post_date, post_date_gmt, post_content, post_title, post_excerpt, post_status,
       comment_status, ping_status, post_password, post_name, to_ping, pinged, post_modified, post_modified_gmt,
       post_content_filtered, post_parent, guid, menu_order, post_type, post_mime_type, comment_count)
     values (${id}, ${picked([1, 2, ...users])}, '2024-03-0${1 + below(9)} 10:00:00', '2024-03-01 10:00:00', '${picked(['', '[gallery]'])}', 'title ${below(99)}', '',
       '${its}', 'open', 'open', '${picked(['', '', '', 'key'])}', 'named-${id}', '', '', '2024-03-01 10:00:00',
       '2024-03-01 10:00:00', '', ${above}, '', 0, '${typed}', '${typed === 'attachment' ? 'image/png' : ''}', 0)`
  const file = () => post(picked([9101, 9102]), 'attachment', picked(['inherit', 'inherit', 'private']))
  const comment = () =>
    `insert ignore into wp_comments (comment_ID, comment_post_ID, comment_author, comment_author_email, comment_author_url,
       comment_author_IP, comment_date, comment_date_gmt, comment_content, comment_karma, comment_approved, comment_agent,
       comment_type, comment_parent, user_id)
     values (${picked([9201, 9202])}, ${someId()}, 'A', '', '', '', '2024-03-0${1 + below(9)} 10:00:00', '2024-03-01 10:00:00',
       'said ${below(99)}', 0, '${picked(['1', '1', '1', '0'])}', '', '${picked(['comment', 'comment', 'comment', 'note'])}',
       ${picked([0, ...comments])}, ${picked([0, 0, 1, ...users])})`
  const any = () => picked([...posts, ...files])
  const come = [
    () => post(picked(posts)),
    () => post(picked(posts), 'post', 'publish', 0),
    () => post(picked(posts), 'post', 'auto-draft', 0),
    () => post(fresh(), 'post', picked(['auto-draft', 'publish']), 0),
    () => post(fresh()),
    () => `update ignore wp_posts set ID = ${picked([...posts, fresh()])} where ID = ${picked(posts)}`,
  ]
  const go = [
    () => `delete from wp_posts where ID = ${picked(posts)}`,
    () => `delete from wp_posts where ID = ${picked([9101, 9102, last])}`,
    () => `update wp_posts set post_status = '${status()}' where ID = ${picked([...posts, last])}`,
    () => `update wp_posts set post_type = '${type()}' where ID = ${any()}`,
    () => `update wp_posts set post_password = '${picked(['', 'key'])}' where ID = ${picked(posts)}`,
  ]
  const name = [
    file,
    comment,
    () => `update wp_posts set post_parent = ${someId()} where ID = ${picked(files)}`,
    () => `update wp_posts set post_parent = ${parent()} where ID = ${any()}`,
    () => `update wp_comments set comment_post_ID = ${someId()} where comment_ID = ${picked(comments)}`,
  ]
  // Who has written something is seen
  const write = () => `update wp_posts set post_author = ${picked([1, 2, ...users])} where ID = ${any()}`
  const people = [
    () => `insert ignore into wp_users (ID, user_login, user_pass, user_nicename, user_email, user_url, user_registered,
         user_activation_key, user_status, display_name)
       values (${picked(users)}, 'u${below(9)}', '', 'u${below(9)}', 'u@example.org', '', '2024-01-01 00:00:00', '', 0, 'User ${below(9)}')`,
    () => `insert ignore into wp_users (ID, user_login, user_pass, user_nicename, user_email, user_url, user_registered,
         user_activation_key, user_status, display_name)
       values (${picked(users)}, 'u${below(9)}', '', 'u${below(9)}', 'u@example.org', '', '2024-01-01 00:00:00', '', 0, 'User ${below(9)}')`,
    write,
    write,
    () =>
      `update wp_posts set post_status = 'draft' where post_author = ${picked(users)} and post_status = 'publish'`,
    () => `update wp_users set display_name = 'User ${below(99)}' where ID = ${picked([1, ...users])}`,
    () => `delete from wp_users where ID = ${picked(users)}`,
  ]
  const others = [
    () => post(picked(revisions), 'revision', 'inherit', picked([201, ...posts])),
    () => `delete from wp_posts where ID = ${picked(revisions)}`,
    () =>
      `update wp_posts set post_content = 'text ${below(99)}', post_modified = now() where post_type = 'revision'`,
    () => `update wp_posts set post_status = '${picked(['inherit', 'private'])}' where ID = ${picked(files)}`,
    () => `update wp_posts set post_title = 'title ${below(99)}', post_modified = now() where ID = ${any()}`,
    () =>
      `update wp_comments set comment_approved = '${picked(['0', '1', 'spam'])}' where comment_ID = ${picked(comments)}`,
    () =>
      `update wp_comments set comment_parent = ${picked([0, ...comments])}, user_id = ${picked([0, 1, ...users])}
       where comment_ID = ${picked(comments)}`,
    () => `delete from wp_comments where comment_ID = ${picked([9201, 9202])}`,
    () =>
      `insert into wp_postmeta (post_id, meta_key, meta_value) values (${any()}, '_thumbnail_id', '${picked(files)}')`,
    () => `delete from wp_postmeta where meta_key = '_thumbnail_id' and post_id = ${any()}`,
    () =>
      `insert ignore into wp_term_relationships (object_id, term_taxonomy_id, term_order) values (${any()}, ${picked([1, 20])}, 0)`,
    () => `delete from wp_term_relationships where object_id = ${picked(posts)}`,
  ]
  return () => picked(picked([come, come, go, name, name, people, others]))()
}
