/** What this site never says about stuttering, and what it says only with its source. */
import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { hasSource } from '@/lib/content/pages/evidence'
import { sourcesOf } from './sources-of'

type Rule = {
  name: string
  words: RegExp
  /** Only within a sentence that names a source. */
  sourced?: true
}

const count = String.raw`(\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fourteen|twenty|thirty|sixty|ninety)`
const range = String.raw`${count}( ?(-|–|to|or) ?${count})?`
const unit = '(days?|weeks?|months?)'
const stuttering = '(stutter|stammer)(ing)?'
const any = (...patterns: string[]) => new RegExp(patterns.join('|'), 'gi')

/** Forbidden statements. The expressions are global: each match is judged by its context. */
const rules: Rule[] = [
  { name: 'a cure', words: /(?<![\w#/-])cur(e[sd]?|ing|able)\b/gi },
  {
    name: 'an end of stuttering',
    words: any(
      String.raw`\b(stop|end|beat|eliminat|overc[ao]m|conquer|defeat|get rid of|free (from|of))\w* ((your|my|their|a|the) )?${stuttering}`,
      String.raw`\b${stuttering} (can be |will be |is |was )(overcome|beaten|eliminated|stopped|gone)\b`,
      String.raw`\b(stutter|stammer)[- ]free\b`,
    ),
  },
  {
    name: 'a guarantee',
    words: any(
      'guarantee',
      String.raw`\b(100|(one |a )?hundred) ?(%|per ?cent\b)`,
      String.raw`\b(clinically|scientifically|medically)[- ](proven|tested)`,
      String.raw`\brisk[- ]free`,
    ),
  },
  { name: 'a percentage without a source', words: /(?<![\w[(.,-])\d+([.,]\d+)? ?%|\bper ?cent\b/gi, sourced: true },
  {
    name: 'a time for a result',
    words: any(
      String.raw`\b(in|within) (just |only |as little as |less than |under )?(?!a )${range}[ -]${unit}\b`,
      String.raw`\b${range}[ -]${unit} to (fluen|speak|a new|your new)`,
    ),
  },
  {
    name: 'a phone call to us',
    words: any(
      String.raw`(?<!\b(we|they|people) )\b(call|phone|ring|telephone) (us|our|unhurried|the (team|office|helpline|hotline))\b`,
      String.raw`\bgive us a (call|ring)\b`,
    ),
  },
  {
    name: 'a rating',
    words: any(
      '[★⭐]',
      String.raw`\b(\d[.,])?${count}([ -]out[ -]of[ -](5|five))?[ -]stars?\b`,
      String.raw`(?<![\w/.-])\d([.,]\d)? ?(\/|out of) ?(5|five)\b(?!\/)`,
      String.raw`\bratings?( of|:)? ?\d`,
      String.raw`\b(top|best|highly)[ -]rated\b`,
      String.raw`\brated (\d|by\b|best\b|excellent\b|number\b)`,
    ),
  },
  {
    name: 'words of somebody invented',
    words: /[Tt]estimonial|[Cc]hanged my life|[”"’'],? *(says|said|writes|wrote) [A-Z]|[”"]\s*[—–] ?[A-Z]/g,
  },
]

/** Words allowed between a denial and its object. Others may reverse it: “not only a cure”. */
const between =
  'a|an|any|the|of|them|these|those|it|this|us|that|here|is|are|was|be|been|can|will|would|do|does|has|have|need|must|yet|to|known|such|promise|promised|offer|sell|find|found|drug|treatment|method|app|part'
const denied = new RegExp(
  String.raw`(\b(no|not|never|none|nobody|nothing|without|cannot|nor|neither)|n['’]t)( (${between})){0,6} $`,
  'i',
)
const deniedAfter =
  /^(\w+)?( for (stuttering|stammering))?([:;,] (at present,? )?(there is none|none is known)|,? (does not exist|is not (known|promised)|has not been found)| (nothing|nobody)\b)/i

/** Other people's promises that the text warns of. */
const promised =
  /(?<subject>\S+(\s+\S+)?)\s+promis(e|es|ed|ing)( you)?( that (you|they) (will|can))?( (a|an|to|the))? $/i
const ours = /\b(we|unhurried|it|our \w+|this \w+|the \w+)$/i

const question = /^(is|are|was|can|could|does|do|will|has|what|how|must|should)\b/i

/** Whether the context takes forbidden words back: a denial, a question, a warning. */
function isTakenBack(before: string, after: string): boolean {
  if (/\bwhy not\b/i.test(before)) return false
  if (denied.test(before) || deniedAfter.test(after)) return true
  const subject = promised.exec(before)?.groups?.subject
  if (subject && !ours.test(subject)) return true
  const asked = before.split(/["“[(:#*_>]/).at(-1) ?? ''
  return /^[^.!;:]*\?/.test(after) && question.test(asked.trim()) && !/\b(our|the|this|your) $/i.test(before)
}

const sentencesOf = (passage: string) =>
  passage
    .replace(/\s+/g, ' ')
    .trim()
    .split(/(?<=[.!?]["”’)]?(?:\[\^[\w-]+\])*)\s+(?![—–])/)

/** Readers may search for any word. */
const withoutKeywords = (text: string) => text.replace(/^keywords:.*(?:\n\s+-.*)*$/m, '')

const stringsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}

/** Texts between tags, and quoted texts of more than one word. */
const textsInSource = (text: string) =>
  [
    ...text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '').matchAll(/>([^<>{}=]+)<|(["'`])([A-Z][^"'`]* [^"'`]*)\2/g),
  ].map(([, between = '', , quoted = '']) => between + quoted)

function passagesOf(file: string, text: string): string[] {
  if (file.endsWith('.md')) return withoutKeywords(text).split(/\n\n+|\n(?=[-*] )/)
  return file.endsWith('.json') ? stringsIn(JSON.parse(text)) : textsInSource(text)
}

/** Front matter, tables, data and components name their sources apart. */
const namesSourceApart = (file: string, passage: string) => !file.endsWith('.md') || /^---|\|/.test(passage)

function brokenBy(sentence: string, isSourced: boolean): string[] {
  return rules
    .filter(({ words, sourced }) => {
      if (sourced && (isSourced || /\[\^[\w-]+\]/.test(sentence))) return false
      return [...sentence.matchAll(words)].some(
        ({ 0: found, index }) => !isTakenBack(sentence.slice(0, index), sentence.slice(index + found.length)),
      )
    })
    .map(({ name }) => `${name}: “${sentence.slice(0, 120)}”`)
}

/** The broken rules of a file, with their sentences. */
const brokenRules = (file: string, text: string) =>
  passagesOf(file, text).flatMap((passage) =>
    sentencesOf(passage).flatMap((sentence) => brokenBy(sentence, namesSourceApart(file, passage))),
  )

it.each([
  ['a cure', 'Our app is the cure.'],
  ['a cure', 'Is it new? It is a cure that works.'],
  ['an end of stuttering', 'Stop stuttering today.'],
  ['a guarantee', 'Clinically proven exercises.'],
  ['a percentage', 'Of those asked, 20% answered.'],
  ['a time', 'Fluent in ten days.'],
  ['a phone call', 'Call our team.'],
  ['a rating', 'Rated 4.8 out of 5.'],
])('refuses %s: %s', (rule, sentence) => expect(brokenRules('a.md', sentence).join()).toContain(rule))

it.each(['There is no cure.', 'Is there a cure?', 'Of those asked, 20% answered.[^nidcd]'])('allows: %s', (sentence) =>
  expect(brokenRules('a.md', sentence)).toEqual([]),
)

const texts = ['content/**/*.{md,json}', '{app,components}/**/*.tsx', 'lib/content/pages/*.ts']

it.each(globSync(texts).filter((file) => !/README|glossary/.test(file)))('%s', (file) => {
  const text = readFileSync(file, 'utf8')
  expect(brokenRules(file, text)).toEqual([])
  expect(text).not.toMatch(/["'`(<]tel:/i)
  const ids = file.endsWith('.md') ? [...text.matchAll(/\[\^([\w-]+)\](?!:)/g)].map(([, id = '']) => id) : []
  const defined = new Set([...text.matchAll(/^\[\^([\w-]+)\]:/gm)].map(([, id]) => id))
  expect(ids.filter((id) => !hasSource(id) && !defined.has(id))).toEqual([])
  // The finding of fact 17 is not shown without the one that did not repeat it.
  const [one, other] = [sourcesOf(17), sourcesOf(18)].map((pair) => pair.some((id) => ids.includes(id)))
  expect(one).toBe(other)
})
