// Prints grade and test results for localhost; the package's own `scan` only supports ports 80 and 443.
import { ALL_TESTS } from '@mdn/mdn-http-observatory/src/constants.js'
import { MINIMUM_SCORE_FOR_EXTRA_CREDIT } from '@mdn/mdn-http-observatory/src/grader/charts.js'
import { getGradeForScore, getScoreModifier } from '@mdn/mdn-http-observatory/src/grader/grader.js'
import { retrieve } from '@mdn/mdn-http-observatory/src/retriever/retriever.js'

const [httpPort, httpsPort, path] = process.argv.slice(2)
const retrieved = await retrieve('localhost', { httpPort, httpsPort, path })
const results = ALL_TESTS.map((test) => test(retrieved)).filter(({ result }) => result)
const modifiers = results.map(({ result }) => getScoreModifier(result))
const base = 100 + modifiers.filter((modifier) => modifier < 0).reduce((sum, modifier) => sum + modifier, 0)
const all = 100 + modifiers.reduce((sum, modifier) => sum + modifier, 0)
const { grade, score } = getGradeForScore(base >= MINIMUM_SCORE_FOR_EXTRA_CREDIT ? all : base)
const outcomes = Object.fromEntries(results.map(({ constructor, result }) => [constructor.name, result]))
console.log(JSON.stringify({ grade, score, status: retrieved.responses.auto?.status, outcomes }))
