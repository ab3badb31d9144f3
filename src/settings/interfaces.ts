// Settings of the interfaces that are served, and of their clients.
import { Type, type TProperties } from 'typebox'
import { filterTypes, operators } from '../database/declared-filter.ts'
import { choice, integer, publicAddress } from './kinds.ts'

const filterDeclaration = Type.Object(
  {
    types: Type.Array(Type.String({ minLength: 1 }), { minItems: 1 }),
    meta: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
    column: Type.Optional(Type.String()),
    name: Type.Optional(Type.String()),
    type: Type.Enum([...filterTypes]),
    operators: Type.Array(Type.Enum([...operators])),
    sort: Type.Optional(Type.Boolean()),
    scanMax: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000_000 })),
  },
  { additionalProperties: false },
)

export const interfacesSettings = {
  publicUrl: Type.Optional(
    publicAddress(
      'The address at which clients reach the gateway; links begin with it (default: the address it listens on)',
    ),
  ),
  frontendUrl: Type.Optional(
    publicAddress(
      "The address of the front end: addresses of the site's pages in answers are rewritten to it (default: they are left as they are)",
    ),
  ),
  brand: Type.String({
    description:
      'The word in the names of REST routes and headers: /cms-json, cms/v2, X-CMS-Total. WordPress clients expect wp',
    pattern: '^[a-z][a-z0-9]{0,15}$',
    allowed: 'a word of at most 16 lower-case letters and digits',
    default: 'cms',
  }),
  closed: Type.Array(Type.String({ pattern: '^[a-z0-9_-]+([.][A-Za-z0-9_-]+)?$' }), {
    description: 'Resources (users) and fields (users.description) that are not served',
    allowed: 'the last parts of REST addresses, alone or with a dot and a field, separated by commas',
    default: [],
  }),
  unrenderedHeader: choice(
    'Whether REST answers have the header X-CMS-Unrendered, which names the blocks and shortcodes in their texts that neither the gateway nor an extension renders',
    ['off', 'on'],
  ),
  changes: choice('Whether clients may ask which public content changed since a position', ['off', 'on']),
  exports: choice('Whether clients may read a whole list in one answer', ['off', 'on']),
  mcp: choice('Whether agents may search and read the content by the Model Context Protocol', ['off', 'on']),
  menuReaders: Type.Enum(['editors', 'everybody'], {
    description:
      'Who may read menus, their items and locations: users with an edit capability (editors), or everybody',
    allowed: 'editors, everybody',
    default: 'editors',
  }),
  cursorKey: Type.Array(Type.String({ minLength: 16 }), {
    description: 'Keys that cursors are signed with: the first signs, all verify',
    allowed: 'keys of at least 16 characters, separated by commas',
    default: [],
    secret: true,
  }),
  packs: Type.Array(Type.String({ pattern: '^[a-z-]{1,20}$' }), {
    description:
      'The packs, which serve the data of plug-ins: those whose plug-in is found in the database (auto), none, or the named ones, which can be added to auto (auto,woo)',
    allowed: 'auto, none, or names separated by commas',
    default: ['auto'],
    maxItems: 20,
  }),
  acfJson: Type.Optional(
    Type.String({
      description:
        "A folder with field groups of ACF or SCF as JSON (the theme's acf-json), for the pack acf: they take precedence over groups in the database with the same keys",
      allowed: 'a path',
      minLength: 1,
    }),
  ),
  extensions: Type.Array(Type.String({ minLength: 1 }), {
    description: 'The files of extensions',
    allowed: 'paths, separated by commas',
    default: [],
  }),
  filters: Type.Array(filterDeclaration, {
    description: 'Meta keys and columns that clients may filter and sort lists by',
    allowed: 'in a config file: a list of { types, meta or column, name, type, operators, sort, scanMax }',
    default: [],
    maxItems: 100,
  }),
  themeJson: Type.Optional(
    Type.String({
      description:
        "The theme's theme.json, whose values rendered blocks depend on, with the style variations, parts of templates and static patterns in the folders styles, parts and patterns beside it (default: that of the active theme, where the folder of wpContentDir has it; else none for WordPress's own themes up to Twenty Twenty-One, and for others the values of Twenty Twenty-Five)",
      allowed: 'a path, none for a theme that has none, or off for the values of Twenty Twenty-Five',
      minLength: 1,
    }),
  ),
  themeBytesMax: integer(
    'Bytes that theme.json and the style variations, parts and patterns beside it may have together',
    4_000_000,
    1,
    100_000_000,
  ),
  handlerTimeoutMs: integer("Milliseconds that an extension's handler may take", 10_000, 10, 600_000),
  renderTimeoutMs: integer(
    'Milliseconds that rendering all texts of an answer may take, without the waits between them',
    10_000,
    10,
    600_000,
  ),
  corsOrigins: Type.Array(Type.Refine(Type.String(), isOrigin), {
    description: 'Origins whose pages may read REST and GraphQL (CORS)',
    allowed: 'origins as browsers write them (https://app.example.org), separated by commas',
    default: [],
  }),
} satisfies TProperties

function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.parse(text)?.origin === text
}
