// The options of WordPress that nearly every answer depends on: they are read together, and share one tag.

export const optionNames = [
  'admin_email',
  'avatar_default',
  'avatar_rating',
  'blogdescription',
  'blogname',
  'category_base',
  'close_comments_days_old',
  'close_comments_for_old_posts',
  'comment_order',
  'comment_registration',
  'comments_per_page',
  'current_theme',
  'date_format',
  'default_category',
  'default_comment_status',
  'default_comments_page',
  'default_ping_status',
  'default_post_format',
  'gmt_offset',
  'home',
  'large_size_h',
  'large_size_w',
  'medium_large_size_h',
  'medium_large_size_w',
  'medium_size_h',
  'medium_size_w',
  'nav_menu_options',
  'page_comments',
  'page_for_posts',
  'page_on_front',
  'permalink_structure',
  'posts_per_page',
  'require_name_email',
  'show_avatars',
  'show_comments_cookies_opt_in',
  'show_on_front',
  'site_icon',
  'site_logo',
  'siteurl',
  'start_of_week',
  'sticky_posts',
  'stylesheet',
  'tag_base',
  'thread_comments',
  'thread_comments_depth',
  'thumbnail_size_h',
  'thumbnail_crop',
  'thumbnail_size_w',
  'time_format',
  'timezone_string',
  'upload_path',
  'upload_url_path',
  'use_smilies',
  'using_application_passwords',
  'WPLANG',
  'wp_attachment_pages_enabled',
  'wp_page_for_privacy_policy',
] as const

export type OptionName = (typeof optionNames)[number]

const names: ReadonlySet<string> = new Set(optionNames)

/** True for those options, and for the option of roles, whose name begins with the prefix of the tables. */
export function isSiteOption(name: string): boolean {
  return names.has(name) || name.endsWith('user_roles')
}

/** True for a `gmt_offset` in hours that some time zone of the world may have. */
export function isOffset(offset: string): boolean {
  return Math.abs(Number(offset)) <= 24
}

/** True for the name of a time zone that this Node knows. */
export function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
