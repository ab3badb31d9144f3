// The schema in the short form that expand.ts reads: the common interfaces, content, terms, content types and taxonomies.

export const contentText = `
interface Connection
  edges: [Edge!]!
  nodes: [Node!]!
  pageInfo: PageInfo!
interface ContentNode : UniformResourceIdentifiable
  contentType => ContentNodeToContentType ContentType
  contentTypeName: String!
  databaseId: Int!
  date: String
  dateGmt: String
  desiredSlug: String
  editingLockedBy => ContentNodeToEditLock User
  enclosure: String
  enqueuedScripts -> ContentNodeToEnqueuedScript EnqueuedScript assets
  enqueuedStylesheets -> ContentNodeToEnqueuedStylesheet EnqueuedStylesheet assets
  guid: String
  isPreview: Boolean
  isRestricted: Boolean
  lastEditedBy => ContentNodeToEditLast User
  link: String
  modified: String
  modifiedGmt: String
  previewRevisionDatabaseId: Int
  previewRevisionId: ID
  slug: String
  status: String
  template: ContentTemplate
interface ContentTemplate
  templateName: String
type ContentType : UniformResourceIdentifiable
  canExport: Boolean
  connectedTaxonomies -> ContentTypeToTaxonomy Taxonomy
  contentNodes -> ContentTypeToContentNode ContentNode content
  deleteWithUser: Boolean
  description: String
  excludeFromSearch: Boolean
  graphqlPluralName: String
  graphqlSingleName: String
  hasArchive: Boolean
  hierarchical: Boolean
  isRestricted: Boolean
  label: String
  labels: PostTypeLabelDetails
  menuIcon: String
  menuPosition: Int
  name: String
  public: Boolean
  publiclyQueryable: Boolean
  restBase: String
  restControllerClass: String
  showInAdminBar: Boolean
  showInGraphql: Boolean
  showInMenu: Boolean
  showInNavMenus: Boolean
  showInRest: Boolean
  showUi: Boolean
interface DatabaseIdentifier
  databaseId: Int!
type DefaultTemplate : ContentTemplate
interface Edge
  cursor: String
  node: Node!
interface HierarchicalContentNode : ContentNode HierarchicalNode
  ancestors -> HierarchicalContentNodeToContentNodeAncestors ContentNode content
  children -> HierarchicalContentNodeToContentNodeChildren ContentNode content
  parent => HierarchicalContentNodeToParentContentNode ContentNode
interface HierarchicalNode : DatabaseIdentifier Node
  parentDatabaseId: Int
  parentId: ID
interface HierarchicalTermNode : HierarchicalNode TermNode
type MediaDetails
  file: String
  filePath: String
  height: Int
  meta: MediaItemMeta
  sizes(exclude: [MediaItemSizeEnum], include: [MediaItemSizeEnum]): [MediaSize]
  width: Int
type MediaItem : HierarchicalContentNode NodeWithAuthor NodeWithComments NodeWithTemplate NodeWithTitle
  altText: String
  caption(format: PostObjectFieldFormatEnum): String
  comments -> MediaItemToComment Comment comments
  description(format: PostObjectFieldFormatEnum): String
  file(size: MediaItemSizeEnum): String
  filePath(size: MediaItemSizeEnum): String
  fileSize(size: MediaItemSizeEnum): Int
  hasPassword: Boolean
  mediaDetails: MediaDetails
  mediaItemId: Int! @deprecated
  mediaItemUrl: String
  mediaType: String
  mimeType: String
  password: String
  sizes(size: MediaItemSizeEnum): String
  sourceUrl(size: MediaItemSizeEnum): String
  srcSet(size: MediaItemSizeEnum): String
type MediaItemMeta
  aperture: Float
  camera: String
  caption: String
  copyright: String
  createdTimestamp: Int
  credit: String
  focalLength: Float
  iso: Int
  keywords: [String]
  orientation: String
  shutterSpeed: Float
  title: String
type MediaSize
  file: String
  filePath: String
  fileSize: Int
  height: String
  mimeType: String
  name: String
  sourceUrl: String
  width: String
interface MenuItemLinkable : DatabaseIdentifier UniformResourceIdentifiable
interface Node
  id: ID!
interface NodeWithAuthor : Node
  author => NodeWithAuthorToUser User
  authorDatabaseId: Int
  authorId: ID
interface NodeWithComments : Node
  commentCount: Int
  commentStatus: String
interface NodeWithContentEditor : Node
  content(format: PostObjectFieldFormatEnum): String
interface NodeWithExcerpt : Node
  excerpt(format: PostObjectFieldFormatEnum): String
interface NodeWithFeaturedImage : Node
  featuredImage => NodeWithFeaturedImageToMediaItem MediaItem
  featuredImageDatabaseId: Int
  featuredImageId: ID
interface NodeWithPageAttributes : Node
  menuOrder: Int
interface NodeWithRevisions : Node
  isRevision: Boolean
  revisionOf => NodeWithRevisionsToContentNode ContentNode
interface NodeWithTemplate : Node
  template: ContentTemplate
interface NodeWithTitle : Node
  title(format: PostObjectFieldFormatEnum): String
interface NodeWithTrackbacks : Node
  pingStatus: String
  pinged: [String]
  toPing: [String]
interface OneToOneConnection : Edge
interface PageInfo
  endCursor: String
  hasNextPage: Boolean!
  hasPreviousPage: Boolean!
  startCursor: String
type PostTypeLabelDetails
  addNew: String
  addNewItem: String
  allItems: String
  archives: String
  attributes: String
  editItem: String
  featuredImage: String
  filterItemsList: String
  insertIntoItem: String
  itemsList: String
  itemsListNavigation: String
  menuName: String
  name: String
  newItem: String
  notFound: String
  notFoundInTrash: String
  parentItemColon: String
  removeFeaturedImage: String
  searchItems: String
  setFeaturedImage: String
  singularName: String
  uploadedToThisItem: String
  useFeaturedImage: String
  viewItem: String
  viewItems: String
interface Previewable
  isPreview: Boolean
  previewRevisionDatabaseId: Int
  previewRevisionId: ID
type Taxonomy : Node
  connectedContentTypes -> TaxonomyToContentType ContentType
  connectedTerms -> TaxonomyToTermNode TermNode
  description: String
  graphqlPluralName: String
  graphqlSingleName: String
  hierarchical: Boolean
  isRestricted: Boolean
  label: String
  name: String
  public: Boolean
  restBase: String
  restControllerClass: String
  showCloud: Boolean
  showInAdminColumn: Boolean
  showInGraphql: Boolean
  showInMenu: Boolean
  showInNavMenus: Boolean
  showInQuickEdit: Boolean
  showInRest: Boolean
  showUi: Boolean
interface TermNode : UniformResourceIdentifiable
  count: Int
  databaseId: Int!
  description: String
  enqueuedScripts -> TermNodeToEnqueuedScript EnqueuedScript assets
  enqueuedStylesheets -> TermNodeToEnqueuedStylesheet EnqueuedStylesheet assets
  isRestricted: Boolean
  link: String
  name: String
  slug: String
  taxonomyName: String
  termGroupId: Int
  termTaxonomyId: Int
interface UniformResourceIdentifiable : Node
  isComment: Boolean!
  isContentNode: Boolean!
  isFrontPage: Boolean!
  isPostsPage: Boolean!
  isTermNode: Boolean!
  uri: String
interface WPPageInfo : PageInfo
`
