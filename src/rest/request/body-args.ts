// Parses arguments in a request's body: a form, or JSON with typed values.
import { fail, isFailure, type Failure } from '../../core/failure.ts'
import { toRawArg, type RawArg, type RawArgs } from '../../core/raw-args.ts'
import { parseQuery } from '../../core/query-string.ts'
import type { Request } from '../../core/request.ts'

/** Methods whose arguments are in the address alone. */
const withoutBody: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

const noArgs: RawArgs = new Map<string, RawArg>()

export async function readBodyArgs(request: Request, method: string): Promise<RawArgs | Failure> {
  const type = (request.header('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const isJson = /^application\/(?:[\w.!#$&^-]+\+)?json$/.test(type)
  if (withoutBody.has(method) || !(isJson || type === 'application/x-www-form-urlencoded')) return noArgs
  const body = await request.body()
  if (isFailure(body) || body.byteLength === 0) return isFailure(body) ? body : noArgs
  return isJson ? jsonArgs(body) : parseQuery(new TextDecoder().decode(body))
}

/** The depth limit of PHP's json_decode. */
const depthMax = 512

function jsonArgs(body: Uint8Array): RawArgs | Failure {
  const text = decodeUtf8(body)
  if (text === null) return notJson(5, 'Malformed UTF-8 characters, possibly incorrectly encoded')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return notJson(4, 'Syntax error')
  }
  const read = toRawArg(value, depthMax)
  if (read === null) return notJson(1, 'Maximum stack depth exceeded')
  return read.raw instanceof Map ? read.raw : noArgs
}

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

/** The failure in the words of PHP's json_last_error. */
function notJson(code: number, message: string): Failure {
  return fail('rest_invalid_json', undefined, {
    data: { json_error_code: code, json_error_message: message },
  })
}
