// What `npm start` serves: a small embedded site, made from sql/ when it is first started.
import { defineConfig } from 'lectern'

export default defineConfig({
  databaseUrl: 'sqlite:.data/demo.sqlite',
  databaseSeed: ['sql/schema/sqlite.sql', 'sql/demo.sql'],
})
