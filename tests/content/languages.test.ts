/** The long texts of every language are complete, and render. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { indexQuestions } from '@/components/site/question-search'
import { citations } from '@/lib/content/pages/evidence'
import { readFaq, readFirstQuestions } from '@/lib/content/pages/faq'
import { helpBy } from '@/lib/content/pages/help-elsewhere'
import { pageCopy } from '@/lib/content/pages/page-copy'
import { readPlanContents } from '@/lib/content/pages/plan'
import { readPolicy } from '@/lib/content/pages/policies'
import { readProtocol } from '@/lib/content/pages/protocol'
import { readTherapist } from '@/lib/content/pages/therapists'
import { defaultLocale, locales, type Locale } from '@/lib/locales'
import { sampleTherapist } from '@/lib/site'
import entries from '@/content/evidence.json'

const parts = ['short', 'what', 'ease', 'carry', 'tell', 'together', 'screen', 'unknown'] as const

/** As a visitor may ask for it. */
const prices: [Locale, string][] = [
  ['es', '¿cuánto cuesta?'],
  ['pt-BR', 'qual o preço?'],
  ['fr', 'les tarifs'],
  ['de', 'was kostet das'],
  ['ar', 'ما الأسعار؟'],
]

/** What must not differ between languages. */
async function outline(locale: Locale) {
  const { groups, sources } = await readFaq(locale)
  const protocol = await readProtocol(parts, locale)
  const policies = await Promise.all(
    (['privacy', 'health-data', 'terms', 'refund'] as const).map((name) => readPolicy(name, locale)),
  )
  const plan = await readPlanContents(locale)
  return {
    questions: groups.map(({ questions }) => questions.map(({ id }) => id)),
    first: (await readFirstQuestions(locale, citations(locale, ...pageCopy('home', locale).sources))).length,
    cited: sources.map(({ id }) => id).toSorted(),
    studies: parts.map((id) => protocol.parts[id].studies.map(({ people, found }) => [people, found !== null])),
    protocolSources: protocol.sources.map(({ id }) => id).toSorted(),
    policies: policies.map(({ since, summary, contents }) => {
      const ids = contents.map(({ id }) => id).filter((id) => !id.startsWith('on-'))
      return [since, summary.length, contents.length, ids]
    }),
    plan: [plan.included.rows.length, plan.also.length],
    evidence: citations(locale, ...entries.map(({ id }) => id)).map(({ size }) => size === null),
    help: helpBy('crisis', locale, '')
      .map(([, all]) => all.length)
      .toSorted(),
    therapist: (await readTherapist(sampleTherapist, locale))?.sample,
  }
}

const english = outline(defaultLocale)
const others = locales.filter((locale) => locale !== defaultLocale)

it.each(others)('%s has the questions, policies, studies and sources of the English texts', async (locale) => {
  expect(await outline(locale)).toEqual(await english)
})

const fourWords = /\p{L}{2,}(?:[ ,’]+\p{L}{2,}){3}/u
const linesOf = (file: string) =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .map((line) => line.trim())
    : []

it.each(others)('%s has no line of English', (locale) => {
  const left = ['content', 'messages'].flatMap((folder) =>
    readdirSync(`${folder}/${locale}`, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:json|md)$/.test(name))
      .flatMap((name) => {
        const english = new Set([...linesOf(`${folder}/en/${name}`), ...linesOf(`${folder}/${name}`)])
        return linesOf(`${folder}/${locale}/${name}`).filter((line) => english.has(line) && fourWords.test(line))
      }),
  )
  expect(left).toEqual([])
})

it.each(prices)('finds the question about prices in %s by %j', async (locale, price) => {
  const all = (await readFaq(locale)).groups.flatMap(({ questions }) => questions)
  const find = indexQuestions(
    all.map(({ title, text, words }) => `${title} ${text} ${words}`),
    locale,
  )
  expect([...find(price)].map((place) => all[place]?.id)).toContain('cost')
})
