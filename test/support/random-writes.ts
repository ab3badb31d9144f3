// Statements at random that change rows of the demo: some that answers show, some that none does.
import type { Random } from './random.ts'

const posts = [201, 202, 203, 204, 216, 230]
/** Those that are always published. */
const published = [228, 229]
const firstNewId = 6_000_000

/** Numbers of statements, which name what they write: each writer has its own. */
interface Numbers {
  readonly first: number
  readonly step: number
}

export function createRandomWrites(random: Random, { first, step }: Numbers): () => string {
  let n = first - step
  return () => {
    n += step
    return random.picked(statements(random, n, step))
  }
}

function statements({ picked }: Random, n: number, step: number): readonly string[] {
  const text = `changed ${n}`
  return [
    `update wp_posts set post_title = '${text}' where ID = ${picked([...posts, ...published])}`,
    `update wp_posts set post_status = '${picked(['publish', 'draft', 'private'])}' where ID = ${picked(posts)}`,
    `update wp_posts set post_date = '2024-01-${10 + (n % 19)} 10:00:00' where ID = ${picked(posts)}`,
    `update wp_posts set post_content = '<!-- wp:latest-posts {"postsToShow":2} /-->' where ID = ${picked(posts)}`,
    // The status and type of content decide who sees its comments and files
    `update wp_posts set post_type = '${picked(['post', 'post', 'ticket'])}' where ID = ${picked(posts)}`,
    `update wp_posts set post_content = '[gallery ids="101,102"]' where ID = ${picked(published)}`,
    `update wp_posts set post_status = '${picked(['inherit', 'private'])}' where ID = 101`,
    `update wp_comments set comment_type = '${picked(['comment', 'note'])}' where comment_ID = ${picked([1, 2, 3, 4])}`,
    `update wp_posts set comment_count = comment_count + 1 where ID = ${picked(posts)}`,
    `insert into wp_posts (ID, post_author, post_date, post_date_gmt, post_content, post_title, post_excerpt,
       post_status, comment_status, ping_status, post_password, post_name, to_ping, pinged, post_modified,
       post_modified_gmt, post_content_filtered, post_parent, guid, menu_order, post_type, post_mime_type, comment_count)
     values (${firstNewId + n}, 1, '2024-03-01 10:00:00', '2024-03-01 10:00:00', '', '${text}', '', 'publish', 'open', 'open',
       '', 'new-${n}', '', '', '2024-03-01 10:00:00', '2024-03-01 10:00:00', '', 0, '', 0, 'post', '', 0)`,
    `delete from wp_posts where ID = ${firstNewId + n - 5 * step}`,
    `insert into wp_postmeta (post_id, meta_key, meta_value) values (${picked(posts)}, '_edit_lock', '${n}')`,
    `insert into wp_postmeta (post_id, meta_key, meta_value) values (${picked(posts)}, '_thumbnail_id', '10${n % 5}')`,
    `delete from wp_postmeta where meta_key = '_thumbnail_id' and post_id = ${picked(posts)}`,
    `update wp_terms set name = '${text}' where term_id = ${picked([1, 2, 3])}`,
    `update wp_term_taxonomy set count = ${n} where term_id = ${picked([1, 2, 3])}`,
    `delete from wp_term_relationships where object_id = ${picked(posts)} and term_taxonomy_id = 2`,
    `insert into wp_term_relationships (object_id, term_taxonomy_id, term_order) select ${picked(posts)}, 2, 0
     where not exists (select 1 from wp_term_relationships where object_id in (${posts.join(', ')}) and term_taxonomy_id = 2)`,
    `update wp_comments set comment_content = '${text}' where comment_ID = ${picked([1, 2, 3, 4])}`,
    `update wp_comments set comment_approved = '${picked(['0', '1'])}' where comment_ID = ${picked([1, 2, 3, 4])}`,
    `update wp_users set display_name = '${text}' where ID = ${picked([1, 2, 3])}`,
    `update wp_usermeta set meta_value = '${text}' where meta_key = 'description' and user_id = 1`,
    `update wp_options set option_value = '${text}' where option_name = '${picked(['blogname', 'cron'])}'`,
  ]
}
