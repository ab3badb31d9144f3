// The refusal of a list, or of its total, by a declared filter that would read more rows than its owner allows.
import { fail, type Failure } from '../core/failure.ts'

export function needsScan(name: string): Failure {
  return fail('filter_needs_scan', `The filter ${name} would read more rows here than are allowed.`, {
    data: { filter: name },
  })
}
