// An extension for benches: whoever sends X-Bench is the first user that test/bench/fill.ts makes.
import { defineAuthMethod, defineExtension } from 'lectern'

const method = defineAuthMethod({
  name: 'bench',
  authenticate: (request, accounts) =>
    request.header('x-bench') === undefined ? null : accounts.user('user1'),
})

export default defineExtension({ name: 'bench', authMethods: [method] })
