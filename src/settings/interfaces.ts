// What is served, and to whom.
import { Type, type TProperties } from 'typebox'
import { integer } from './kinds.ts'

export const interfacesSettings = {
  publicUrl: Type.Optional(
    Type.String({
      description:
        'Where clients reach the gateway; links begin with it (by default: the address it listens on)',
      pattern: '^https?://[^\\s/?#@]+(/[^\\s?#]*)?$',
      allowed: 'an http or https address without user, query and fragment',
    }),
  ),
  brand: Type.String({
    description: 'The word that the names of the interface are made of: /cms-json, cms/v2, X-CMS-Total',
    pattern: '^[a-z][a-z0-9]{0,15}$',
    allowed: 'a word of at most 16 lower-case letters and digits',
    default: 'cms',
  }),
  closed: Type.Array(Type.String({ pattern: '^[a-z0-9_-]+([.][A-Za-z0-9_-]+)?$' }), {
    description:
      'What is not served, of all that the original serves: resources (users), fields (users.description)',
    allowed: 'the last parts of REST addresses, alone or with a dot and a field, separated by commas',
    default: [],
  }),
  menuReaders: Type.Enum(['editors', 'everybody'], {
    description: 'Who reads menus, their items and places: those who edit something, or everybody',
    allowed: 'editors, everybody',
    default: 'editors',
  }),
  cursorKey: Type.Array(Type.String({ minLength: 16 }), {
    description: 'Keys of the signatures of cursors: the first signs, each verifies',
    allowed: 'keys of at least 16 characters, separated by commas',
    default: [],
    secret: true,
  }),
  extensions: Type.Array(Type.String({ minLength: 1 }), {
    description: 'Files of extensions: only these are loaded',
    allowed: 'paths, separated by commas',
    default: [],
  }),
  handlerTimeoutMs: integer("Milliseconds that an extension's handler may take", 10_000, 10, 600_000),
  corsOrigins: Type.Array(Type.Refine(Type.String(), isOrigin), {
    description: 'Origins whose pages may read the interfaces',
    allowed: 'origins as browsers write them (https://app.example.org), separated by commas',
    default: [],
  }),
} satisfies TProperties

function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.parse(text)?.origin === text
}
