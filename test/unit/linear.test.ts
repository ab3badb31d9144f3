// Every function over text of requests, rows and files takes time linear in its length, whatever the text is.
import { areLinear } from '../support/linear.ts'
import { textFunctions } from './text-functions.ts'

areLinear(import.meta.resolve('./text-functions.ts'), textFunctions)
