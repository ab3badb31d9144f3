// What is read from requests, rows and files takes time linear in its length, whatever somebody wrote into it.
import { areLinear } from '../support/linear.ts'
import { textFunctions } from './text-functions.ts'

areLinear(import.meta.resolve('./text-functions.ts'), textFunctions)
