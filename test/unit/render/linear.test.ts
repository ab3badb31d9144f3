// Rendering takes time linear in the text, whatever somebody wrote into it.
import { areLinear } from '../../support/linear.ts'
import { textFunctions } from './text-functions.ts'

areLinear(import.meta.resolve('./text-functions.ts'), textFunctions)
