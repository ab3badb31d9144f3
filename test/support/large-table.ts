// Parts of tests of a large table of posts: numbers to make rows of, the pages that are read, and who may see drafts.
import { anonymous, type Viewer } from '../../src/core/viewer.ts'
import type { KeysetPage } from '../../src/plan/plan.ts'

/** A table `numbers` whose column `n` counts from 1. */
export function numbersTo(count: number): string {
  const places = 'abcdef'.slice(0, String(count - 1).length).split('')
  const sum = places.map((place, power) => `${10 ** power} * ${place}.digit`).join(' + ')
  return `
    create table digits (digit int primary key);
    insert into digits values (0), (1), (2), (3), (4), (5), (6), (7), (8), (9);
    create table numbers (n int primary key);
    insert into numbers select 1 + ${sum} from ${places.map((place) => `digits ${place}`).join(', ')} where ${sum} < ${count};`
}

/** The first page, and those behind and before a position. */
export function keysetPages(limit: number, position: KeysetPage['after']) {
  const front: KeysetPage = { kind: 'keyset', after: null, before: null, direction: 'forward', limit }
  const middle: KeysetPage = { ...front, after: position }
  const middleBack: KeysetPage = { ...front, before: position, direction: 'backward' }
  return { front, middle, middleBack }
}

export const editor: Viewer = {
  ...anonymous,
  kind: 'user',
  id: '2',
  capabilities: new Set([
    'edit_posts',
    'edit_others_posts',
    'edit_published_posts',
    'edit_private_posts',
    'read_private_posts',
  ]),
}
