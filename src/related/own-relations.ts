// All relations of WordPress's tables, each after those that it uses. The types of `Needs` and `Needed` follow from this
// list.
import { addressRows } from './address-rows.ts'
import { authors } from './authors.ts'
import { replies, revisions } from './children.ts'
import { commentPlaces } from './comment-places.ts'
import { defaultCategory } from './default-category.ts'
import { metaLists } from './meta-lists.ts'
import { meta } from './meta.ts'
import { paths } from './paths.ts'
import { posts } from './posts.ts'
import { readers } from './readers.ts'
import { newestVersions } from './newest-versions.ts'
import { noRelations, type PartOf } from './relation.ts'
import { terms } from './terms.ts'
import { noteStatus } from './note-status.ts'
import { texts } from './texts.ts'
import { userMeta } from './user-meta.ts'

export const ownRelations = noRelations
  .and(texts)
  .and(meta)
  .and(metaLists)
  .and(posts)
  .and(addressRows)
  .and(terms)
  .and(paths)
  .and(defaultCategory)
  .and(authors)
  .and(userMeta)
  .and(revisions)
  .and(replies)
  .and(newestVersions)
  .and(commentPlaces)
  .and(noteStatus)
  .and(readers)

export type OwnNeeds = PartOf<typeof ownRelations>['needs']
export type OwnNeeded = PartOf<typeof ownRelations>['needed']
