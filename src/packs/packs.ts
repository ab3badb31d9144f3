// The built-in packs, a line each, in the order in which their plug-ins register what they define.
import { acf } from './acf/acf.ts'
import { types } from './types/types.ts'

export const packs = [types, acf]
