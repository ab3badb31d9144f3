// Descriptions of types and of values of enums; `Enum.VALUE` is about one enum alone.
import { sentencesIn } from './sentences.ts'

export const typeSentences = sentencesIn(`
RootQuery: The fields that a query begins with.
RootMutation: Changes of the site. They are proxied to WordPress where its address is known, and refused otherwise.
Connection: A page of a list.
Edge: An object of a list, with its cursor.
OneToOneConnection: An edge that leads to one object.
PageInfo WPPageInfo: The position of a page in its list.
Node: An object with a global id.
DatabaseIdentifier: An object with a number in the database.
UniformResourceIdentifiable: An object that the site has a page for.
HierarchicalNode: An object that may have a parent.
HierarchicalContentNode: Content that may have parent content.
HierarchicalTermNode: A term that may have a parent term.
ContentNode: Content of any type.
ContentTemplate: A template of the theme for pages of content.
DefaultTemplate: The template of content for which none was chosen.
MenuItemLinkable: An object that a menu may link to.
MenuItemObjectUnion: The objects that a menu may link to.
TermNode: A term of any taxonomy.
NodeWithAuthor: Content that has an author.
NodeWithComments: Content that may have comments.
NodeWithContentEditor: Content that has a text.
NodeWithExcerpt: Content that has a summary.
NodeWithFeaturedImage: Content that may have a featured image.
NodeWithPageAttributes: Content with an order number that its owner chooses.
NodeWithRevisions: Content of which earlier versions are stored.
NodeWithTemplate: Content that may choose its template.
NodeWithTitle: Content that has a title.
NodeWithTrackbacks: Content that takes part in pingbacks and trackbacks.
Previewable: Content that may have a draft besides what is published.
ContentType: A content type of the site, such as posts.
Taxonomy: A taxonomy of the site, such as categories.
PostTypeLabelDetails: The words of the administration pages for a content type.
MediaItem: A file of the media library.
MediaDetails: The measures of a file, its sizes, and what the camera recorded.
MediaItemMeta: What the camera recorded.
MediaSize: A smaller version of a picture.
Avatar: The picture of a person.
User: A person with an account.
UserRole: A role of accounts, with what it may do.
Comment: A comment on content.
Commenter: The person behind a comment.
CommentAuthor: A person without an account who wrote a comment.
Menu: A menu of the site.
MenuItem: An entry of a menu.
EnqueuedAsset: A script or stylesheet that pages load.
EnqueuedScript: A script that pages load.
EnqueuedStylesheet: A stylesheet that pages load.
Plugin: A plug-in of the site.
Theme: A theme of the site.
Settings: The site's settings, in one object.
DiscussionSettings: The settings of comments.
GeneralSettings: The settings of the site as a whole.
PermalinkSettings: The settings of addresses.
ReadingSettings: The settings of the front page and of lists.
WritingSettings: The settings of new content.
DateInput: A day or a time; what is left out counts as its beginning.
DateQueryInput: Which times to keep.
PostObjectsConnectionOrderbyInput UsersConnectionOrderbyInput: A column to order by, and its direction.

AvatarRatingEnum: The audience a picture has to suit.
CommentStatusEnum: The states of comments.
CommentsConnectionOrderbyEnum: What comments can be ordered by.
ContentTemplateEnum: The templates of the theme.
ContentTypeEnum: The content types of the site.
MediaItemSizeEnum: The sizes in which the site keeps pictures.
MediaItemStatusEnum: The states of files.
MenuLocationEnum: The theme's places for menus.
MimeTypeEnum: Media types of files.
OrderEnum: The direction of an order.
PluginStatusEnum: The states of plug-ins.
PostObjectFieldFormatEnum: The forms of a text.
PostObjectsConnectionDateColumnEnum: The dates of content that can be compared.
PostObjectsConnectionOrderbyEnum: What content can be ordered by.
PostStatusEnum: The states of content.
RelationEnum: How conditions are joined.
ScriptLoadingGroupLocationEnum: The places of a page where scripts are loaded.
ScriptLoadingStrategyEnum: How browsers load scripts.
TaxonomyEnum: The taxonomies of the site.
TermObjectsConnectionOrderbyEnum: What terms can be ordered by.
UserRoleEnum: The roles of the site.
UsersConnectionOrderbyEnum: What people can be ordered by.
UsersConnectionSearchColumnEnum: The columns of people that can be searched.
`)

export const valueSentences = sentencesIn(`
DATABASE_ID: The number in the database.
ID: The global id.
NAME: The name.
SLUG: The slug.
URI: The path of its page.
EMAIL: The e-mail address.
USERNAME: The name to log in with.
LOCATION: The menu location of the theme that shows it.
SOURCE_URL: The address of the file.
UsersConnectionSearchColumnEnum.ID: The number in the database.
G: For all ages.
PG: For older children, together with their parents.
R: For adults.
X: Without restrictions.
APPROVE: The comment is approved.
HOLD: The comment waits for approval.
SPAM: The comment is marked as spam.
TRASH: It is in the trash.
ASC: The smallest value comes first.
DESC: The largest value comes first.
AND: All conditions have to hold.
OR: At least one condition has to hold.
RAW: As it is stored.
RENDERED: As HTML.
FOOTER: At the end of the page.
HEADER: In the head of the page.
ASYNC: The browser runs the script as soon as it has loaded it.
DEFER: The browser runs the script after it has parsed the page.
AUTO_DRAFT: Created when the editor was opened, and never saved.
DRAFT: Not finished.
FUTURE: Scheduled for publication at its date.
INHERIT: It has the status of its parent.
PENDING: It waits for review by an editor.
PRIVATE: For those who may see private content.
PUBLISH: Published.
REQUEST_COMPLETED: A request about personal data that was carried out.
REQUEST_CONFIRMED: A request about personal data that was confirmed.
REQUEST_FAILED: A request about personal data that could not be carried out.
REQUEST_PENDING: A request about personal data that waits for its confirmation.
ACTIVE: Running.
INACTIVE: Not running.
DROP_IN: Replacing a part of WordPress.
MUST_USE: Always running.
PAUSED: Stopped after an error.
RECENTLY_ACTIVE: Running until a short while ago.
UPGRADE: There is a newer version.
EMPTY: A placeholder, because an enum needs a value and this site has none.
THUMBNAIL: The smallest, cut to a square as a rule.
MEDIUM: Medium.
MEDIUM_LARGE: Between medium and large.
LARGE: Large.
_1536X1536: At most 1536 pixels on each side.
_2048X2048: At most 2048 pixels on each side.
DEFAULT_TEMPLATE: The template of content for which none was chosen.
AUTHOR: The author.
COMMENT_COUNT: The number of comments.
DATE: The date of publication.
MODIFIED: The date of the last change.
IN: The order of the numbers in \`in\`.
NAME_IN: The order of the names in \`nameIn\`.
LOGIN_IN: The order of the names in \`loginIn\`.
NICE_NAME_IN: The order of the names in \`nicenameIn\`.
COMMENT_IN: The order of the numbers in \`commentIn\`.
MENU_ORDER: The position among its siblings.
PARENT: The number of its parent in the database.
TITLE: The title.
COUNT: The number of objects that belong to it.
DESCRIPTION: The description.
TERM_GROUP: The number that groups terms.
TERM_ID: The number in the database.
TERM_ORDER: The place that plug-ins gave the term.
DISPLAY_NAME: The name that people read.
LOGIN: The name to log in with.
NICENAME NICE_NAME: The name in the address of the author's page.
REGISTERED: When the account was made.
URL: The address of the person's site.
USER_ID: The number of the account.
COMMENT_AGENT: The browser it was sent with.
COMMENT_APPROVED: Whether it is approved.
COMMENT_AUTHOR: The author's name.
COMMENT_AUTHOR_EMAIL: The author's e-mail address.
COMMENT_AUTHOR_IP: The network address it was sent from.
COMMENT_AUTHOR_URL: The address of the author's site.
COMMENT_CONTENT: Its text.
COMMENT_DATE: Its date by the site's clock.
COMMENT_DATE_GMT: Its date in UTC.
COMMENT_ID: Its number in the database.
COMMENT_KARMA: Its karma.
COMMENT_PARENT: The number of the comment that it replies to.
COMMENT_POST_ID: The number of the content that it is about.
COMMENT_TYPE: Its type.
`)
