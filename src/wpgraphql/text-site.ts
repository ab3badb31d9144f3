// The schema in the short form that expand.ts reads: people, comments, menus, settings, themes, plug-ins, and enqueued assets.

export const siteText = `
type Avatar
  default: String
  extraAttr: String
  forceDefault: Boolean
  foundAvatar: Boolean
  height: Int
  isRestricted: Boolean
  rating: String
  scheme: String
  size: Int
  url: String
  width: Int
enum AvatarRatingEnum G PG R X
type Comment : DatabaseIdentifier UniformResourceIdentifiable
  agent: String
  approved: Boolean @deprecated
  author => CommentToCommenter Commenter
  authorIp: String @deprecated
  commentId: Int @deprecated
  commentedOn => CommentToContentNode ContentNode
  content(format: PostObjectFieldFormatEnum): String
  date: String
  dateGmt: String
  isRestricted: Boolean
  karma: Int
  link: String
  parent => CommentToParentComment Comment comments
  parentDatabaseId: Int
  parentId: ID
  replies -> CommentToComment Comment comments
  status: CommentStatusEnum
  type: String
type CommentAuthor : Commenter
  avatar(forceDefault: Boolean, rating: AvatarRatingEnum, size: Int = 96): Avatar
enum CommentNodeIdTypeEnum DATABASE_ID ID
enum CommentStatusEnum APPROVE HOLD SPAM TRASH
interface Commenter : DatabaseIdentifier Node
  avatar: Avatar
  email: String
  isRestricted: Boolean
  name: String
  url: String
enum CommentsConnectionOrderbyEnum COMMENT_AGENT COMMENT_APPROVED COMMENT_AUTHOR COMMENT_AUTHOR_EMAIL COMMENT_AUTHOR_IP COMMENT_AUTHOR_URL COMMENT_CONTENT COMMENT_DATE COMMENT_DATE_GMT COMMENT_ID COMMENT_IN COMMENT_KARMA COMMENT_PARENT COMMENT_POST_ID COMMENT_TYPE USER_ID
enum ContentNodeIdTypeEnum DATABASE_ID ID URI
enum ContentTypeIdTypeEnum ID NAME
input DateInput
  day: Int
  hour: Int
  minute: Int
  month: Int
  second: Int
  year: Int
input DateQueryInput
  after: DateInput
  before: DateInput
  column: PostObjectsConnectionDateColumnEnum
  compare: String
  day: Int
  hour: Int
  inclusive: Boolean
  minute: Int
  month: Int
  relation: RelationEnum
  second: Int
  week: Int
  year: Int
type DiscussionSettings : Node
  defaultCommentStatus: String
  defaultPingStatus: String
interface EnqueuedAsset
  after: [String]
  args: Boolean @deprecated
  before: [String]
  conditional: String
  dependencies: [EnqueuedAsset]
  extra: String @deprecated
  group: Int
  handle: String
  id: ID!
  src: String
  version: String
type EnqueuedScript : EnqueuedAsset Node
  dependencies: [EnqueuedScript]
  extraData: String
  groupLocation: ScriptLoadingGroupLocationEnum
  strategy: ScriptLoadingStrategyEnum
type EnqueuedStylesheet : EnqueuedAsset Node
  dependencies: [EnqueuedStylesheet]
  isRtl: Boolean
  media: String
  path: String
  rel: String
  suffix: String
  title: String
type GeneralSettings : Node
  dateFormat: String
  description: String
  email: String
  homeUrl: String
  language: String
  siteIcon => GeneralSettingsToMediaItem MediaItem
  siteIconUrl(size: Int): String
  startOfWeek: Int
  timeFormat: String
  timezone: String
  title: String
  url: String
enum MediaItemIdType DATABASE_ID ID SLUG SOURCE_URL URI
enum MediaItemSizeEnum LARGE MEDIUM MEDIUM_LARGE THUMBNAIL _1536X1536 _2048X2048
enum MediaItemStatusEnum AUTO_DRAFT INHERIT PRIVATE TRASH
type Menu : DatabaseIdentifier Node
  count: Int
  isRestricted: Boolean
  locations: [MenuLocationEnum]
  menuId: Int @deprecated
  menuItems -> MenuToMenuItem MenuItem menuItems
  name: String
  slug: String
type MenuItem : DatabaseIdentifier Node
  childItems -> MenuItemToMenuItem MenuItem menuItems
  connectedNode => MenuItemToMenuItemLinkable MenuItemLinkable
  connectedObject: MenuItemObjectUnion @deprecated
  cssClasses: [String]
  description: String
  isRestricted: Boolean
  label: String
  linkRelationship: String
  locations: [MenuLocationEnum]
  menu => MenuItemToMenu Menu
  menuItemId: Int @deprecated
  order: Int
  parentDatabaseId: Int
  parentId: ID
  path: String
  target: String
  title: String
  uri: String
  url: String
enum MenuItemNodeIdTypeEnum DATABASE_ID ID
enum MenuNodeIdTypeEnum DATABASE_ID ID LOCATION NAME SLUG
enum OrderEnum ASC DESC
type PermalinkSettings : Node
  categoryBase: String
  structure: String
  tagBase: String
type Plugin : Node
  author: String
  authorUri: String
  description: String
  isRestricted: Boolean
  name: String
  path: String
  pluginUri: String
  version: String
enum PluginStatusEnum ACTIVE DROP_IN INACTIVE MUST_USE PAUSED RECENTLY_ACTIVE UPGRADE
enum PostObjectFieldFormatEnum RAW RENDERED
enum PostObjectsConnectionDateColumnEnum DATE MODIFIED
enum PostObjectsConnectionOrderbyEnum AUTHOR COMMENT_COUNT DATE IN MENU_ORDER MODIFIED NAME_IN PARENT SLUG TITLE
input PostObjectsConnectionOrderbyInput
  field: PostObjectsConnectionOrderbyEnum!
  order: OrderEnum!
type ReadingSettings : Node
  pageForPosts: Int
  pageOnFront: Int
  postsPerPage: Int
  showOnFront: String
enum RelationEnum AND OR
enum ScriptLoadingGroupLocationEnum FOOTER HEADER
enum ScriptLoadingStrategyEnum ASYNC DEFER
type Settings
  discussionSettingsDefaultCommentStatus: String
  discussionSettingsDefaultPingStatus: String
  generalSettingsDateFormat: String
  generalSettingsDescription: String
  generalSettingsEmail: String
  generalSettingsHomeUrl: String
  generalSettingsLanguage: String
  generalSettingsStartOfWeek: Int
  generalSettingsTimeFormat: String
  generalSettingsTimezone: String
  generalSettingsTitle: String
  generalSettingsUrl: String
  permalinkSettingsCategoryBase: String
  permalinkSettingsStructure: String
  permalinkSettingsTagBase: String
  readingSettingsPageForPosts: Int
  readingSettingsPageOnFront: Int
  readingSettingsPostsPerPage: Int
  readingSettingsShowOnFront: String
  writingSettingsDefaultCategory: Int
  writingSettingsDefaultPostFormat: String
  writingSettingsUseSmilies: Boolean
enum TaxonomyIdTypeEnum ID NAME
enum TermNodeIdTypeEnum DATABASE_ID ID NAME SLUG URI
enum TermObjectsConnectionOrderbyEnum COUNT DESCRIPTION NAME SLUG TERM_GROUP TERM_ID TERM_ORDER
type Theme : Node
  author: String
  authorUri: String
  description: String
  isRestricted: Boolean
  name: String
  screenshot: String
  slug: String
  tags: [String]
  themeUri: String
  version: String
type User : Commenter UniformResourceIdentifiable
  adminColor: String
  avatar(forceDefault: Boolean, rating: AvatarRatingEnum, size: Int = 96): Avatar
  capKey: String
  capabilities: [String]
  comments -> UserToComment Comment comments
  description: String
  enqueuedScripts -> UserToEnqueuedScript EnqueuedScript assets
  enqueuedStylesheets -> UserToEnqueuedStylesheet EnqueuedStylesheet assets
  extraCapabilities: [String]
  firstName: String
  hasCommentShortcutsEnabled: Boolean
  hasRichEditingEnabled: Boolean
  hasSyntaxHighlightingEnabled: Boolean
  lastName: String
  locale: String
  nicename: String
  nickname: String
  registeredDate: String
  revisions -> UserToRevisions ContentNode content
  roles -> UserToUserRole UserRole
  shouldShowAdminToolbar: Boolean
  slug: String
  userId: Int @deprecated
  username: String
enum UserNodeIdTypeEnum DATABASE_ID EMAIL ID SLUG URI USERNAME
type UserRole : Node
  capabilities: [String]
  displayName: String
  isRestricted: Boolean
  name: String
enum UsersConnectionOrderbyEnum DISPLAY_NAME EMAIL LOGIN LOGIN_IN NICE_NAME NICE_NAME_IN REGISTERED URL
input UsersConnectionOrderbyInput
  field: UsersConnectionOrderbyEnum!
  order: OrderEnum
enum UsersConnectionSearchColumnEnum EMAIL ID LOGIN NICENAME URL
type WritingSettings : Node
  defaultCategory: Int
  defaultPostFormat: String
  useSmilies: Boolean
type RootQuery
  allSettings: Settings
  comment(id: ID!, idType: CommentNodeIdTypeEnum): Comment
  comments -> RootQueryToComment Comment comments
  contentNode(id: ID!, idType: ContentNodeIdTypeEnum, contentType: ContentTypeEnum, asPreview: Boolean): ContentNode
  contentNodes -> RootQueryToContentNode ContentNode content
  contentType(id: ID!, idType: ContentTypeIdTypeEnum): ContentType
  contentTypes -> RootQueryToContentType ContentType
  discussionSettings: DiscussionSettings
  generalSettings: GeneralSettings
  menu(id: ID!, idType: MenuNodeIdTypeEnum): Menu
  menuItem(id: ID!, idType: MenuItemNodeIdTypeEnum): MenuItem
  menuItems -> RootQueryToMenuItem MenuItem menuItems
  menus -> RootQueryToMenu Menu menus
  node(id: ID): Node
  nodeByUri(uri: String!): UniformResourceIdentifiable
  permalinkSettings: PermalinkSettings
  plugin(id: ID!): Plugin
  plugins -> RootQueryToPlugin Plugin plugins
  readingSettings: ReadingSettings
  registeredScripts -> RootQueryToEnqueuedScript EnqueuedScript assets
  registeredStylesheets -> RootQueryToEnqueuedStylesheet EnqueuedStylesheet assets
  revisions -> RootQueryToRevisions ContentNode content
  taxonomies -> RootQueryToTaxonomy Taxonomy
  taxonomy(id: ID!, idType: TaxonomyIdTypeEnum): Taxonomy
  termNode(id: ID!, idType: TermNodeIdTypeEnum, taxonomy: TaxonomyEnum): TermNode
  terms -> RootQueryToTermNode TermNode termNodes
  theme(id: ID!): Theme
  themes -> RootQueryToTheme Theme
  user(id: ID!, idType: UserNodeIdTypeEnum): User
  userRole(id: ID!): UserRole
  userRoles -> RootQueryToUserRole UserRole
  users -> RootQueryToUser User users
  viewer: User
  writingSettings: WritingSettings
`
