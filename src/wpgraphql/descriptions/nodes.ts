// Descriptions of the fields of nodes and their arguments, many of which members of inputs share. Each line has the names that share
// a sentence; `Type.name` is about one type alone.
import { sentencesIn } from './sentences.ts'

export const nodeSentences = sentencesIn(`
id: The global id: a text that no other object of the schema has.
databaseId: The number of its row in the database.
cursor: The cursor of this object, to be passed as \`after\` or \`before\`.
node: The object that this edge leads to.
edges: The objects of this page, each with its cursor.
nodes: The objects of this page.
pageInfo: The position of this page in its list.
startCursor: The cursor of the first object; null on an empty page.
endCursor: The cursor of the last object; null on an empty page.
hasNextPage: Whether objects follow this page.
hasPreviousPage: Whether objects precede this page.
first: How many objects to answer, from the front.
last: How many objects to answer, from the end.
after: The cursor behind which the page begins.
before: The cursor before which the page ends.
where: The conditions and the order of the list.
idType: The kind of value that \`id\` has; a global id by default.
asPreview: Whether to return the newest draft in place of the published version, where the viewer may see it.
format: Whether to answer HTML or the text as it is stored.
clientMutationId: A value that the client chooses, and that the result repeats unchanged.
input: The values of the mutation.

isComment: Whether this is a comment.
isContentNode: Whether this is content.
isFrontPage: Whether this is the front page of the site.
isPostsPage: Whether this is the page that lists the posts.
isTermNode: Whether this is a term of a taxonomy.
isPrivacyPage: Whether this page holds the site's privacy policy.
isSticky: Whether the post stays on top of the list of posts.
isPreview: Whether this is a draft of something that is published.
isRestricted: Whether the viewer sees only a part of this object.
isRevision: Whether this is an earlier state of some content.
isRtl: Whether the stylesheet is for text from right to left.
hasPassword: Whether a password protects the content.
password: The password that protects the content; null for viewers who may not edit it.
uri: The path of its page on the site.
link: The address of its page on the site.
url: An address on the web.
slug: Its slug: its name in URLs.
name: Its name.
title: Its title.
label: Its label, as readers see it.
description: Its description, as its owner wrote it.
date: When it was published, by the site's clock.
dateGmt: When it was published, in UTC.
modified: When it was last changed, by the site's clock.
modifiedGmt: When it was last changed, in UTC.
status: The state it is in, such as published or draft.
type: Its kind.
guid: The identifier it has for feed readers; it is not necessarily an address.
version: Its version.
author: Its author.
authorId: The global id of its author.
authorDatabaseId: The number of its author in the database.
authorUri: The address of its author's site.
count: How many objects belong to it.

content: Its text.
excerpt: Its summary, written by hand or made from the text.
desiredSlug: The slug it will have once it is published.
enclosure: The media files that its feed entry announces.
editingLockedBy: The user who has it open in the editor.
lastEditedBy: The user who saved it last.
lockTimestamp: When the editor last renewed the lock.
contentType: The content type it belongs to.
contentTypeName: The name of the content type it belongs to.
contentNode: One piece of content of any type.
contentNodes: Content of several types.
contentTypes: The content types that the site has.
template: The template of the theme that its page uses.
templateName: The title of the template.
featuredImage: Its featured image.
featuredImageId: The global id of its featured image.
featuredImageDatabaseId: The number of its featured image in the database.
menuOrder: Its place among its siblings, as the owner numbered them.
commentCount: How many approved comments it has.
commentStatus: Whether comments are open or closed.
comments: Comments; by default the newest come first.
pingStatus: Whether pingbacks and trackbacks are open or closed.
pinged: The URLs that have been notified of it by a pingback or trackback.
toPing: The URLs that have yet to be notified of it by a pingback or trackback.
preview: Its newest draft, for viewers who may edit it.
previewRevisionId: The global id of its newest draft.
previewRevisionDatabaseId: The number of its newest draft in the database.
revisionOf: The content that this is an earlier state of.
revisions: Earlier states of content, for viewers who may edit it.
ancestors: Its ancestors, from its parent up.
children: Its direct children.
parent: Its parent.
parentId: The global id of its parent.
parentDatabaseId: The number of its parent in the database.
terms: Terms of several taxonomies.
enqueuedScripts registeredScripts: Scripts that pages load; always empty, because the gateway runs no theme.
enqueuedStylesheets registeredStylesheets: Stylesheets that pages load; always empty, because the gateway runs no theme.

termNode: One term of any taxonomy.
taxonomies: The taxonomies that the site has.
taxonomy: The taxonomy it belongs to.
taxonomyName: The name of the taxonomy it belongs to.
termGroupId: The number that groups terms of one meaning; zero as a rule.
termTaxonomyId: The number of the row that puts the term into its taxonomy.

altText: The text that replaces the picture where it cannot be seen.
caption: The line below the picture.
file: The name of the file.
filePath: The path of the file on the site.
fileSize: The length of the file in bytes.
mediaDetails: The measures of the file, its sizes, and what the camera recorded.
mediaItemUrl sourceUrl: The address of the file.
mediaType: Whether it is a picture or another file.
mimeType: The media type of the file, such as image/jpeg.
size: The size to answer for.
sizes: The value of the \`sizes\` attribute of an \`img\` element.
MediaDetails.sizes: The smaller versions of the picture.
include: The sizes to answer.
exclude: The sizes to leave out.
srcSet: The value of the \`srcset\` attribute of an \`img\` element.
height: The height in pixels.
width: The width in pixels.
meta: What the camera recorded.
aperture: The aperture of the lens.
camera: The model of the camera.
copyright: The holder of the rights in the picture.
createdTimestamp: When the picture was taken, in seconds since 1970.
credit: The photographer.
focalLength: The focal length in millimetres.
iso: The sensitivity of the sensor.
keywords: The words the picture was filed under.
orientation: How the camera was held, as Exif numbers it.
shutterSpeed: The exposure in seconds.

avatar: The picture of this person.
default: The picture for an e-mail address that has no avatar.
extraAttr: More attributes for the \`img\` element.
forceDefault: Whether the default is shown in any case.
foundAvatar: Whether an address for a picture could be made.
rating: The audience the picture has to suit.
scheme: The scheme of the address.
Avatar.height Avatar.width Avatar.size: The side of the picture in pixels.
User.avatar(size) CommentAuthor.avatar(size): The side of the picture in pixels.

agent: The browser the comment was sent with.
approved: Whether the comment is approved.
authorIp ipAddress: The network address the comment was sent from, for moderators.
commentedOn: The content that the comment is about.
karma: A number that plug-ins may give comments.
replies: The answers to the comment.
email: The e-mail address, for viewers who may see it.

adminColor: The colours of the administration pages.
capKey: The name of the row that holds the account's roles.
capabilities: The capabilities of the account or role.
extraCapabilities: The capabilities that the account has besides those of its roles.
firstName: The first name.
lastName: The last name.
nicename: The name in the address of the author's page.
nickname: The name that the account's owner chose.
username: The name to log in with, for viewers who may see it.
registered registeredDate: When the account was made.
locale: The language of the administration pages.
hasCommentShortcutsEnabled: Whether keyboard shortcuts moderate comments.
hasRichEditingEnabled: Whether the visual editor is on.
hasSyntaxHighlightingEnabled: Whether the code editor colours its text.
shouldShowAdminToolbar: Whether the toolbar is shown on the site.
roles: The roles of the account.
user: One account.
users: The people who have published something; all accounts for viewers who may list them.
userRole: One role.
userRoles: The roles that accounts may have.
viewer: The account that the request is made for; null for visitors.
displayName: The name that people read.

canExport: Whether content of this type can be exported.
connectedTaxonomies: The taxonomies whose terms the content carries.
connectedContentTypes: The content types that carry its terms.
connectedTerms: The terms of the taxonomy.
deleteWithUser: Whether the content is deleted with the account of its author.
excludeFromSearch: Whether searches leave the content out.
graphqlPluralName: The name of its list in this schema.
graphqlSingleName: The name of one of its objects in this schema.
hasArchive: Whether the site has a page that lists the content.
hierarchical: Whether its objects stand below one another.
labels: Its labels on the administration pages.
menuIcon: Its picture in the administration menu.
menuPosition: Its place in the administration menu.
public: Whether visitors may see it.
publiclyQueryable: Whether visitors can request it by URL.
restBase: Its name in the URLs of the REST API.
restControllerClass: The PHP class that serves it in WordPress's REST API.
showCloud: Whether clouds of terms may show it.
showInAdminBar: Whether the toolbar shows it.
showInAdminColumn: Whether lists of content have a column for it.
showInGraphql: Whether it is in this schema.
showInMenu: Whether the administration menu shows it.
showInNavMenus: Whether menus of the site may link to it.
showInQuickEdit: Whether quick editing shows it.
showInRest: Whether it is in the REST interface.
showUi: Whether the administration pages show it.

PostTypeLabelDetails.name PostTypeLabelDetails.singularName PostTypeLabelDetails.menuName: A label of the content type itself.
addNew addNewItem newItem: A label for creating an item.
allItems viewItem viewItems: A label for viewing items.
editItem attributes insertIntoItem uploadedToThisItem parentItemColon: A label in the editor.
archives itemsList itemsListNavigation filterItemsList: A label of a list of items.
searchItems notFound notFoundInTrash: A label of a search for items.
PostTypeLabelDetails.featuredImage removeFeaturedImage setFeaturedImage useFeaturedImage: A label for the featured image.

childItems: The entries below this one.
connectedNode connectedObject: The object that the entry links to; null for other links.
cssClasses: The classes of the entry's element.
linkRelationship: The value of the \`rel\` attribute of the link.
locations: The menu locations of the theme that show the menu.
menu: The menu.
menuItem: One entry of a menu.
menuItems: Entries of menus.
menus: Menus that a location of the theme shows; all of them for viewers who may edit the theme.
MenuItem.order: The place among the entries.
order: The direction of the order.
path: The path of its address or file.
target: The value of the \`target\` attribute of the link.

args: The settings it was registered with.
conditional: The browsers it is for.
dependencies: What has to be loaded before it.
extra extraData: The text that is loaded with it.
group: The number of the place where it is loaded.
groupLocation: The place where it is loaded.
handle: The name it was registered under.
media: The devices it is for.
rel: The value of its \`rel\` attribute.
src: The address it is loaded from.
strategy: How the browser loads it.
suffix: The ending of the names of its files.
`)
