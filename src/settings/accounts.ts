// The owning system's own ways to log in.
import { Type, type TProperties } from 'typebox'
import { choice, integer } from './kinds.ts'

export const accountsSettings = {
  authKey: key(),
  authSalt: key(),
  secureAuthKey: key(),
  secureAuthSalt: key(),
  loggedInKey: key(),
  loggedInSalt: key(),
  nonceKey: key(),
  nonceSalt: key(),
  loggedInCookie: Type.Optional(
    Type.String({
      description:
        "The name of the owning system's login cookie, where it does not follow from the site's address",
      pattern: '^[\\w.-]{1,128}$',
      allowed: 'up to 128 letters, digits, _, . and -',
    }),
  ),
  applicationPasswords: choice(
    'Where application passwords are taken: over https and from this machine (auto), anywhere, or nowhere',
    ['auto', 'any', 'off'],
  ),
  wrongCredentials: choice(
    'What a request with wrong Basic credentials is: an anonymous one, or refused (strict)',
    ['anonymous', 'strict'],
  ),
  credentialLifeMs: integer(
    'Milliseconds that it is remembered whether an application password matches its hash',
    60_000,
    0,
    3_600_000,
  ),
  credentialsKeptMax: integer(
    'Application passwords, introspected tokens, and sources of wrong ones, that are remembered',
    10_000,
    1,
    1_000_000,
  ),
  wrongPerAccountMax: integer(
    'Different wrong credentials in a minute for one account, before 401 becomes 429',
    20,
    1,
    100_000,
  ),
  wrongPerAddressMax: integer('The same from one address', 100, 1, 100_000),
} satisfies TProperties

function key() {
  const description = 'A key or salt of the owning system, under its usual name'
  return Type.Optional(Type.String({ description, minLength: 1, allowed: 'any text', secret: true }))
}
