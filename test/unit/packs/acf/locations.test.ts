// Where field groups are shown: every kind of rule, about every kind of object.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { FieldGroup } from '../../../../src/packs/acf/definitions.ts'
import { groupsFor, isShown, type PostSubject, type Subject } from '../../../../src/packs/acf/locations.ts'

const nobody = { isUser: false, roles: new Set<string>() }
const editor = { isUser: true, roles: new Set(['editor']) }
const post: PostSubject = {
  type: 'post',
  id: '7',
  status: 'publish',
  parent: '0',
  terms: new Set(['category:news', '12']),
  format: 'aside',
  template: '',
  hasChildren: false,
  isFront: false,
  isPostsPage: false,
}
const page: PostSubject = { ...post, type: 'page', format: null, parent: '3', template: 'wide.php' }

/** Rules as `param==value` or `param!=value`; all of a list have to hold. */
const group = (...alternatives: readonly (readonly string[])[]): FieldGroup => ({
  key: 'group_1',
  title: '',
  settings: new Map(),
  isActive: true,
  location: alternatives.map((rules) =>
    rules.map((rule) => {
      const [, param = '', sign, value = ''] = /^(\w+)(==|!=)(.*)$/.exec(rule) ?? []
      return { param, isEqual: sign === '==', value }
    }),
  ),
  fields: [],
})

describe('a rule', () => {
  const ofPosts: readonly (readonly [string, PostSubject, boolean])[] = [
    ['post_type==post', post, true],
    ['post_type==all', page, true],
    ['post_type!=post', page, true],
    ['post_type!=post', post, false],
    ['post==7', post, true],
    ['post==07', post, true],
    ['page==8', post, false],
    ['page_parent==3', page, true],
    ['post_status==publish', post, true],
    ['post_status==draft', { ...post, status: 'auto-draft' }, true],
    ['post_category==category:news', post, true],
    ['post_taxonomy!=category:news', post, false],
    ['post_taxonomy==12', post, true],
    ['post_format==aside', post, true],
    ['post_format!=aside', page, false],
    ['page_template==default', { ...page, template: '' }, true],
    ['page_template==wide.php', page, true],
    ['page_template!=wide.php', post, false],
    ['post_template==default', { ...page, template: '' }, true],
    ['post_template==tall.php', { ...post, template: 'tall.php' }, true],
    ['post_template!=default', post, false],
    ['page_type==front_page', { ...page, isFront: true }, true],
    ['page_type==posts_page', { ...page, isPostsPage: true }, true],
    ['page_type==top_level', post, true],
    ['page_type==top_level', page, false],
    ['page_type==parent', { ...page, hasChildren: true }, true],
    ['page_type==child', page, true],
    ['page_type==anything', page, false],
    ['taxonomy==category', post, false],
    ['taxonomy!=category', post, false],
    ['user_form==all', post, false],
    ['user_role==editor', post, false],
    ['comment==post', post, false],
    ['options_page!=x', post, false],
  ]
  for (const [rule, subject, isHeld] of ofPosts)
    it(`${rule} ${isHeld ? 'holds' : 'does not hold'} for a ${subject.type}`, () =>
      assert.equal(isShown(group([rule]), { post: subject, viewer: nobody }), isHeld))

  const ofOthers: readonly (readonly [string, Subject, boolean])[] = [
    ['taxonomy==category', { taxonomy: 'category', viewer: nobody }, true],
    ['taxonomy==all', { taxonomy: 'genre', viewer: nobody }, true],
    ['taxonomy==category', { taxonomy: 'genre', viewer: nobody }, false],
    ['post_type==post', { taxonomy: 'category', viewer: nobody }, false],
    ['post_category==12', { taxonomy: 'category', viewer: nobody }, false],
    ['page_type==child', { taxonomy: 'category', viewer: nobody }, false],
    ['user_form==edit', { user: new Set(['editor']), viewer: nobody }, true],
    ['user_role==editor', { user: new Set(['editor']), viewer: nobody }, true],
    ['user_role==all', { user: new Set(), viewer: nobody }, true],
    ['user_role==administrator', { user: new Set(['editor']), viewer: nobody }, false],
    ['comment==post', { commented: 'post', viewer: nobody }, true],
    ['comment==page', { commented: 'post', viewer: nobody }, false],
    ['current_user==logged_in', { commented: 'post', viewer: editor }, true],
    ['current_user==logged_in', { commented: 'post', viewer: nobody }, false],
    ['current_user==viewing_front', { commented: 'post', viewer: nobody }, true],
    ['current_user==viewing_back', { commented: 'post', viewer: editor }, false],
    ['current_user_role==editor', { commented: 'post', viewer: editor }, true],
    ['current_user_role==super_admin', { commented: 'post', viewer: editor }, false],
    ['current_user_role!=editor', { commented: 'post', viewer: nobody }, false],
  ]
  for (const [rule, subject, isHeld] of ofOthers)
    it(`${rule} ${isHeld ? 'holds' : 'does not hold'} for ${Object.keys(subject).join(' and ')}`, () =>
      assert.equal(isShown(group([rule]), subject), isHeld))
})

it('all rules of one alternative have to hold', () => {
  const subject = { post, viewer: nobody }
  assert(isShown(group(['post_type==page'], ['post_type==post', 'post_status==publish']), subject))
  assert(!isShown(group(['post_type==page'], ['post_type==post', 'post_status==draft']), subject))
  assert(!isShown(group(), subject))
})

it('groups that some objects of a kind may have are found by one rule', () => {
  const groups = [
    'post_type==post',
    'post_type!=post',
    'taxonomy==genre',
    'user_role==editor',
    'comment==post',
  ].map((rule) => group([rule, 'current_user==logged_in']))
  const found = (kind: Parameters<typeof groupsFor>[1], name: string) =>
    groupsFor(groups, kind, name).map((each) => groups.indexOf(each))
  assert.deepEqual(found('posts', 'post'), [0])
  assert.deepEqual(found('posts', 'page'), [1])
  assert.deepEqual(found('terms', 'genre'), [2])
  assert.deepEqual(found('terms', 'category'), [])
  assert.deepEqual(found('users', ''), [3])
  assert.deepEqual(found('comments', ''), [4])
})
