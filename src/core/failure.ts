// Failures as values, each with a code; REST writes a failure as an error body, GraphQL as an error with extensions.
import { failures, type FailureKind } from './failure-codes.ts'
import { sentence, untranslated, worded, type Sentence } from './sentence.ts'
import type { Viewer } from './viewer.ts'

export type FailureCode = keyof typeof failures

/** A code that an extension defines, together with its status. */
export type OwnCode = `x_${string}`

/** Why one argument was refused, with `data` for the response. Without a code only the message is sent. */
export interface Refusal {
  readonly code: string | null
  /** The English message. */
  readonly message: string
  /** The message's text and values apart. Default: translations are looked up by the whole message. */
  readonly sentence?: Sentence
  readonly data: unknown
}

const failed = Symbol('failure')

export interface Failure extends FailureDetail {
  readonly [failed]: true
  readonly code: FailureCode | OwnCode
  /** The English message. */
  readonly message: string
  /** The message's text and values apart. Default: translations are looked up by the whole message. */
  readonly sentence?: Sentence
}

interface FailureDetail {
  /** The names of missing arguments, or the refusal of each argument. */
  readonly params?: readonly string[] | Readonly<Record<string, Refusal>>
  /** Members of the body's `data` beside the status. */
  readonly data?: Readonly<Record<string, unknown>>
  /** Overrides the status of the code. */
  readonly status?: number
  /** True where permission had been granted. Default: as the code defines, or true for a bad request (400). */
  readonly permitted?: boolean
  readonly retryAfterS?: number
  /** The value of the header WWW-Authenticate. */
  readonly challenge?: string
}

export function fail(code: FailureCode, message?: string | Sentence, detail: FailureDetail = {}): Failure {
  return { [failed]: true, code, ...asSentence(message ?? failures[code].message), ...detail }
}

function asSentence(message: string | Sentence): Pick<Refusal, 'message' | 'sentence'> {
  return typeof message === 'string'
    ? { message }
    : { message: worded(message, untranslated), sentence: message }
}

/** Makes a refusal; `data` is sent with it. */
export function refuse(code: string | null, message: string | Sentence, data: unknown = null): Refusal {
  return { code, ...asSentence(message), data }
}

export function failOwn(code: OwnCode, status: number, message: string): Failure {
  return { [failed]: true, code, message, status }
}

/** Carries a failure out of functions whose results contain no failures. */
export class FailureError extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.message)
    this.failure = failure
  }
}

/** The message as a translatable sentence; null for an extension's own codes, which no translation covers. */
export function sentenceOf({ code, message, sentence: made }: Omit<Refusal, 'data'>): Sentence | null {
  return code?.startsWith('x_') === true ? null : (made ?? sentence(message))
}

export function isFailure(value: unknown): value is Failure {
  return typeof value === 'object' && value !== null && failed in value
}

/** True where none of the values is a failure. */
export function areWhole<T extends readonly unknown[]>(
  values: readonly [...T],
): values is { readonly [At in keyof T]: Exclude<T[At], Failure> } {
  return !values.some(isFailure)
}

/** The first failure among values for which `areWhole` is false. */
export function failureIn(values: readonly unknown[]): Failure {
  return values.find(isFailure) ?? fail('internal_error')
}

export function statusOf(failure: Failure, viewer: Viewer): number {
  const status = failure.status ?? kindOf(failure).status
  if (status !== 'denied') return status
  if (viewer.kind === 'user') return 403
  return viewer.retryAfterS === null ? 401 : 429
}

/** True where permission had been granted before the failure. */
export function isPermitted({ code, status, permitted }: Failure): boolean {
  const kind = kindOf({ code })
  return permitted ?? kind.permitted ?? (status ?? kind.status) === 400
}

/** Marks a failure as one of permission, unless it states otherwise. */
export function withoutPermission(failure: Failure): Failure {
  const kind = kindOf(failure)
  return { ...failure, permitted: failure.permitted ?? kind.permitted ?? false }
}

function kindOf({ code }: Pick<Failure, 'code'>): FailureKind {
  return isKnown(code) ? failures[code] : failures.internal_error
}

function isKnown(code: string): code is FailureCode {
  return Object.hasOwn(failures, code)
}
