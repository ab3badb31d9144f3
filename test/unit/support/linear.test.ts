// The test of linear time finds a function that takes quadratic time.
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { recipes } from '../../support/hostile-text.ts'
import { createJudge } from '../../support/linear.ts'
import { textFunctions } from './careless-functions.ts'

const judge = createJudge(import.meta.resolve('./careless-functions.ts'))
after(judge.stop)

for (const name of textFunctions.keys())
  it(`a function that reads ${name} is found to be ${name === 'once' ? 'linear' : 'quadratic'}`, async () => {
    const asked =
      name === 'from each comment' ? recipes.filter(({ pieces }) => pieces.includes('<!-- wp:a ')) : recipes
    const verdict = await judge.verdictOn({ name, recipes: asked })
    assert.equal(verdict === null, name === 'once')
  })
