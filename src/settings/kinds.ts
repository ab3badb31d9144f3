// Kinds of settings that several topics share.
import { Type } from 'typebox'
import { isLoopback } from '../core/loopback.ts'

export function integer(description: string, fallback: number, minimum: number, maximum: number) {
  const allowed = `a whole number from ${minimum} to ${maximum}`
  return Type.Integer({ description, minimum, maximum, default: fallback, allowed })
}

export function choice<const T extends string>(description: string, values: readonly [T, ...T[]]) {
  return Type.Enum([...values], { description, allowed: values.join(', '), default: values[0] })
}

export function named(description: string) {
  return Type.String({ description, minLength: 1, allowed: 'any text' })
}

/** An address that clients or other servers reach. */
export function publicAddress(description: string) {
  return Type.Refine(
    Type.String({
      description,
      pattern: '^https?://[^\\s/?#@]+(/[^\\s?#]*)?$',
      allowed: 'an http or https address without user, query and fragment',
    }),
    isUrl,
  )
}

/** True for a valid URL; ports and hosts have rules of their own. */
export function isUrl(text: string): boolean {
  return URL.canParse(text)
}

export function serverAddress(description: string) {
  return Type.Refine(
    Type.String({
      description,
      allowed: 'an https address, or an http address on this machine',
      secret: true,
    }),
    isServerAddress,
  )
}

/** True for an address that protects requests: https, or http to this machine. */
export function isServerAddress(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || url.username !== '' || url.password !== '' || url.hash !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
}
