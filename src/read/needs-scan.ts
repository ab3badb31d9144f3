// The refusal of a list, or of its total, where a declared filter would read more rows than the owner allows.
import { fail, type Failure } from '../core/failure.ts'

export function needsScan(name: string): Failure {
  return fail('filter_needs_scan', `The filter ${name} would read more rows here than are allowed.`, {
    data: { filter: name },
  })
}
