// The options of the owning system that answers depend on, read together and kept for as long as their tags live.

export const optionNames = [
  'avatar_default',
  'avatar_rating',
  'blogdescription',
  'blogname',
  'category_base',
  'default_category',
  'gmt_offset',
  'home',
  'page_for_posts',
  'page_on_front',
  'permalink_structure',
  'show_avatars',
  'show_on_front',
  'site_icon',
  'site_logo',
  'siteurl',
  'sticky_posts',
  'tag_base',
  'timezone_string',
  'using_application_passwords',
  'upload_path',
  'upload_url_path',
] as const

export type OptionName = (typeof optionNames)[number]
