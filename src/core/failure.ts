// Failures as values, each with a code; REST words a failure as an error body, GraphQL as an error extension.
import { failures, type FailureKind } from './failure-codes.ts'
import { sentence, untranslated, worded, type Sentence } from './sentence.ts'
import type { Viewer } from './viewer.ts'

export type FailureCode = keyof typeof failures

/** A code that an extension defines, together with its status. */
export type OwnCode = `x_${string}`

/** Why one argument was refused; `data` is sent with it. Without a code only the message is sent. */
export interface Refusal {
  readonly code: string | null
  /** In English. */
  readonly message: string
  /** The text of the message with its values. Default: translations know the message as it is. */
  readonly sentence?: Sentence
  readonly data: unknown
}

const failed = Symbol('failure')

export interface Failure extends FailureDetail {
  readonly [failed]: true
  readonly code: FailureCode | OwnCode
  /** In English. */
  readonly message: string
  /** The text of the message with its values. Default: translations know the message as it is. */
  readonly sentence?: Sentence
}

interface FailureDetail {
  /** Missing arguments, or the refusal of each argument. */
  readonly params?: readonly string[] | Readonly<Record<string, Refusal>>
  /** Members that are sent beside the status. */
  readonly data?: Readonly<Record<string, unknown>>
  /** Overrides the status of the code. */
  readonly status?: number
  /** True where permission had been granted. Default: as of the code, or true for a bad request (400). */
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

/** `data` is sent with the refusal. */
export function refuse(code: string | null, message: string | Sentence, data: unknown = null): Refusal {
  return { code, ...asSentence(message), data }
}

export function failOwn(code: OwnCode, status: number, message: string): Failure {
  return { [failed]: true, code, message, status }
}

/** Carries a failure out of functions that return no failures. */
export class FailureError extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.message)
    this.failure = failure
  }
}

/** The message as translations know it; null for an extension's own, which they do not know. */
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

/** The first failure among values that are not whole. */
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

/** Marks a failure as one of permission, unless it says otherwise. */
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
