// Descriptions of settings, plug-ins, themes and mutations.
import { sentencesIn } from './sentences.ts'

export const siteSentences = sentencesIn(`
allSettings: The site's settings, in one object.
discussionSettings: The settings of comments.
generalSettings: The settings of the site as a whole.
permalinkSettings: The settings of addresses.
readingSettings: The settings of the front page and of lists.
writingSettings: The settings of new content.
DiscussionSettings.defaultCommentStatus: Whether new content is open for comments.
DiscussionSettings.defaultPingStatus: Whether new content is open for pingbacks.
GeneralSettings.dateFormat: How dates are written, in PHP's letters.
GeneralSettings.description: The line below the site's title.
GeneralSettings.email: The administrator's address, for viewers who may manage the site.
GeneralSettings.homeUrl: The address of the front page.
GeneralSettings.language: The language of the site.
GeneralSettings.startOfWeek: The day that weeks begin with; Sunday is 0.
GeneralSettings.timeFormat: How times are written, in PHP's letters.
GeneralSettings.timezone: The time zone of the site.
GeneralSettings.title: The title of the site.
GeneralSettings.url: The address of WordPress itself.
siteIcon: The picture that stands for the site.
siteIconUrl: The address of the picture that stands for the site.
GeneralSettings.siteIconUrl(size): The side of the picture in pixels.
PermalinkSettings.categoryBase: The part of a category's URL that precedes its slug.
PermalinkSettings.structure: The pattern of the addresses of posts.
PermalinkSettings.tagBase: The part of a tag's URL that precedes its slug.
ReadingSettings.pageForPosts: The number of the page that lists the posts.
ReadingSettings.pageOnFront: The number of the page that is the front page.
ReadingSettings.postsPerPage: How many posts a page of the site lists.
ReadingSettings.showOnFront: Whether the front page lists posts or is a page.
WritingSettings.defaultCategory: The number of the category of posts that have no other.
WritingSettings.defaultPostFormat: The format of new posts.
WritingSettings.useSmilies: Whether smileys become pictures.

nodeByUri: The object that the site shows at a path.
RootQuery.node: The object with a global id.
node(id) plugin(id) theme(id) userRole(id): A global id.
nodeByUri(uri): A path or an address of the site.
plugin: One plug-in; always null, because the database does not describe plug-ins.
pluginUri: The address of the plug-in's own page.
plugins: The plug-ins of the site; always empty, because the database does not describe plug-ins.
screenshot: The address of the theme's picture.
tags: The words that describe it.
theme: The active theme, by its id.
themeUri: The address of the theme's own page.
themes: The active theme, with what the database has about it.

authToken: A bearer token for the next requests.
refreshToken jwtRefreshToken: A token that clients exchange for new bearer tokens.
login: The name of the account.
RootMutation.login: Issues tokens for a user name and a password.
RootMutation.refreshToken RootMutation.refreshJwtAuthToken: Issues a new bearer token.
increaseCount: Adds one to a number. WordPress executes the mutation.
count(count) increaseCount(count): The number to add to.
registerUser: Opens an account. WordPress executes the mutation.
resetUserPassword: Sets a password with the key from a reset e-mail. WordPress executes the mutation.
restoreComment: Moves a comment out of the trash. WordPress executes the mutation.
sendPasswordResetEmail: Sends the e-mail with which a user sets a new password. WordPress executes the mutation.
updateSettings: Changes settings. WordPress executes the mutation.
deletedId: The global id that the deleted object had.
restoredId: The global id of the comment that was restored.
success: Whether the mutation succeeded.
aliasOf: The slug of a term with the same meaning.
PostCategoriesInput.nodes PostTagsInput.nodes PostPostFormatsInput.nodes: The terms.
append: Whether the terms are added to those that are there.
commentOn: The number of the content that the comment is about.
fileType: The media type of the file.
forceDelete: Whether to delete it for good instead of moving it to the trash.
ignoreEditLock: Whether to save it although another user has it open in the editor.
key: The key from the reset e-mail.
reassignId: The account to which the content of the deleted account is assigned.
richEditing: Whether the visual editor is on.
websiteUrl authorUrl: The address of the person's site.
authorEmail: The person's e-mail address.
aim: The person's name at AIM.
jabber: The person's name at Jabber.
yim: The person's name at Yahoo.
CreatePostInput.categories UpdatePostInput.categories: The categories it gets.
CreatePostInput.tags UpdatePostInput.tags: The tags it gets.
CreatePostInput.postFormats UpdatePostInput.postFormats: The format it gets.
`)
