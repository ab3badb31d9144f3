// The built-in packs, a line each, in the order in which their plug-ins register what they define.
import { acf } from './acf/acf.ts'
import { contentBlocks } from './content-blocks/content-blocks.ts'
import { languages } from './languages/languages.ts'
import { rankMath } from './rank-math/rank-math.ts'
import { redirection } from './redirection/redirection.ts'
import { seo } from './seo/seo.ts'
import { types } from './types/types.ts'
import { woo } from './woo/woo.ts'
import { wpml } from './wpml/wpml.ts'

export const packs = [rankMath, types, acf, seo, languages, wpml, redirection, contentBlocks, woo]
