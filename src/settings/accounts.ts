// Settings of WordPress's own authentication methods.
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
      description: "The name of WordPress's login cookie, if it does not follow from the site's address",
      pattern: '^[\\w.-]{1,128}$',
      allowed: 'up to 128 letters, digits, _, . and -',
    }),
  ),
  applicationPasswords: choice(
    'When application passwords are accepted: over https and from this machine (auto), always, or never',
    ['auto', 'any', 'off'],
  ),
  wrongCredentials: choice(
    'How a request with wrong Basic credentials is treated: as anonymous, or refused (strict)',
    ['anonymous', 'strict'],
  ),
  credentialLifeMs: integer(
    'Milliseconds for which the gateway remembers whether an application password matches its hash',
    60_000,
    0,
    3_600_000,
  ),
  credentialsKeptMax: integer(
    'Application passwords, introspected tokens and sources of wrong credentials that the gateway remembers',
    10_000,
    1,
    1_000_000,
  ),
  wrongPerAccountMax: integer(
    'Different wrong credentials in a minute for one user name, before 429 is answered instead of 401',
    20,
    1,
    100_000,
  ),
  wrongPerAddressMax: integer(
    'Different wrong credentials in a minute from one address, before 429 is answered instead of 401',
    100,
    1,
    100_000,
  ),
} satisfies TProperties

function key() {
  const description = 'A key or salt of WordPress, under its usual name'
  return Type.Optional(Type.String({ description, minLength: 1, allowed: 'any text', secret: true }))
}
