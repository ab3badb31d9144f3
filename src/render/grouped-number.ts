// Numbers in rendered texts, as the site's language writes them.
import { apart, thousandsSign } from '../core/thousands.ts'
import { said, type Speaking } from './words.ts'

export function grouped(number: number, context: Speaking): string {
  return apart(number, said(context, thousandsSign))
}
