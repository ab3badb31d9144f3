// Descriptions of conditions on lists and dates. `Where` stands for every input of a list.
import { sentencesIn } from './sentences.ts'

export const inputSentences = sentencesIn(`
day: A day of the month, from 1.
hour: An hour, from 0 to 23.
minute: A minute, from 0 to 59.
month: A month, from 1.
second: A second, from 0 to 59.
week: A week of the year, from 0.
year: A year of four digits.
DateQueryInput.after: Only dates after this one are included.
DateQueryInput.before: Only dates before this one are included.
column: The date to compare.
compare: How to compare, such as = or >=.
inclusive: Whether the bounds themselves belong to the range.
relation: Whether all conditions have to hold, or one of them.
field: What to order by.

Where.author: Keeps content of this author, by number.
Where.authorIn: Keeps content of these authors.
Where.authorNotIn: Leaves out content of these authors.
Where.authorName: Keeps content of this author, by slug.
Where.authorEmail: Keeps comments that were sent with this e-mail address.
Where.authorUrl: Keeps comments whose author gave this URL.
Where.cacheDomain: Has no effect; it names a cache of WordPress's.
Where.categoryId: Keeps posts of this category, by number.
Where.categoryIn: Keeps posts of one of these categories.
Where.categoryName: Keeps posts of this category, by slug.
Where.categoryNotIn: Leaves out posts of these categories.
Where.childOf: Keeps terms below this one, at any depth.
Where.childless: Keeps terms that have none below them.
Where.commentIn: Keeps these comments.
Where.commentNotIn: Leaves out these comments.
Where.commentType: Keeps comments of this type.
Where.commentTypeIn: Keeps comments of one of these types.
Where.commentTypeNotIn: Leaves out comments of this type.
Where.contentAuthor: Keeps comments on content of these authors.
Where.contentAuthorIn: Keeps comments on content of these authors.
Where.contentAuthorNotIn: Leaves out comments on content of these authors.
Where.contentId: Keeps comments on this content.
Where.contentIdIn: Keeps comments on one of these.
Where.contentIdNotIn: Leaves out comments on these.
Where.contentName: Keeps comments on content with this slug.
Where.contentParent: Keeps comments on direct children of this content.
Where.contentStatus: Keeps comments on content in one of these states.
Where.contentType: Keeps comments on content of these types.
Where.contentTypes: Keeps content of these types.
Where.dateQuery: Keeps objects whose date meets these conditions.
Where.descriptionLike: Keeps terms whose description contains this text.
Where.exclude: Leaves out these.
Where.excludeTree: Leaves out these terms and all below them.
Where.handlesIn: Keeps assets with these names.
Where.hasPassword: Keeps content with a password, or content without one.
Where.hasPublishedPosts: Keeps people who have published content of these types.
Where.hideEmpty: Leaves out terms that no content has.
Where.hierarchical: Keeps terms without content where there is content below them.
Where.id: Keeps the one with this number.
Where.in: Keeps these.
Where.include: Keeps these.
Where.includeUnapproved: Adds comments that wait for approval, of these accounts or addresses.
Where.isSticky: Keeps posts that stay on top, or the others.
Where.karma: Keeps comments of this karma.
Where.location: Keeps menus or items that this location of the theme shows.
Where.login: Keeps the account with this name.
Where.loginIn: Keeps accounts with one of these names.
Where.loginNotIn: Leaves out accounts with these names.
Where.mimeType: Keeps files of this media type.
Where.name: Keeps objects with this name.
Where.nameIn: Keeps content with one of these slugs.
Where.nameLike: Keeps terms whose name contains this text.
Where.nicename: Keeps the account with this name in addresses.
Where.nicenameIn: Keeps accounts with one of these names in addresses.
Where.nicenameNotIn: Leaves out accounts with these names in addresses.
Where.notIn: Leaves out these.
Where.objectIds: Keeps terms that these objects carry.
Where.orderby: What to order by.
Where.padCounts: Whether the content of child terms counts for their parents.
Where.parent: Keeps the direct children of this object.
Where.parentId: Keeps entries directly below this one, by global id.
Where.parentDatabaseId: Keeps entries directly below this one, by number.
Where.parentIn: Keeps the direct children of these objects.
Where.parentNotIn: Leaves out the direct children of these objects.
Where.password: Keeps content with this password.
Where.role: Keeps accounts with this role.
Where.roleIn: Keeps accounts with one of these roles.
Where.roleNotIn: Leaves out accounts with these roles.
Where.search: Keeps objects that contain these words.
Where.searchColumns: The columns to search.
Where.slug: Keeps objects with this slug.
Where.stati: Keeps content in one of these states.
Where.status: Keeps objects in this state.
Where.statusIn: Keeps comments in one of these states.
Where.tag: Keeps posts with this tag, by slug.
Where.tagId: Keeps posts with this tag, by number.
Where.tagIn: Keeps posts with one of these tags.
Where.tagNotIn: Leaves out posts with these tags.
Where.tagSlugAnd: Keeps posts with all of these tags, by slug.
Where.tagSlugIn: Keeps posts with one of these tags, by slug.
Where.taxonomies: Keeps terms of these taxonomies.
Where.template: Keeps content whose page uses this template.
Where.termTaxonomyId: Keeps terms by the rows that put them into their taxonomies.
Where.title: Keeps content with exactly this title.
Where.updateTermMetaCache: Has no effect; it is about a cache of WordPress's.
Where.userId: Keeps comments of this account.
`)
