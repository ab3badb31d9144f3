// How far texts contain one another: posts, and texts of the theme.
import type { RenderContext } from './context.ts'

/** The depth to which texts contain one another. */
const depthMax = 5

/** True where a text would contain itself, or is too deep, and is thus empty. */
export function isWithin(mark: string, { within = [] }: Pick<RenderContext, 'within'>): boolean {
  return within.length >= depthMax || within.includes(mark)
}
