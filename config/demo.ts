// `npm start` serves this: a small embedded site, made from sql/ when it is first started, with the sample extension.
import { defineConfig } from 'lectern'

export default defineConfig({
  databaseUrl: 'sqlite:.data/demo.sqlite',
  databaseSeed: ['sql/schema/sqlite.sql', 'sql/demo.sql'],
  extensions: ['config/extensions/myplugin.ts'],
})
