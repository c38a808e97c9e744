import { globSync, readFileSync } from 'node:fs'
import { parse } from 'postcss'
import { expect, it } from 'vitest'
import { tooNewSelectors, unguardedCalls } from '@/tests/setup/browser-floor'

it.each([
  'URL.parse(a)',
  'list.toSorted()',
  'f(x).toReversed()',
  '[].toSpliced(0)',
  'text?.isWellFormed()',
  'Promise.withResolvers()',
  'Object.groupBy(a,b)',
  'AbortSignal.any([a])',
  'new Intl.Segmenter("en")',
  'new URLPattern(a)',
])('finds %s', (script) => expect(unguardedCalls(script)).toHaveLength(1))

it.each([
  'JSON.parse(a)',
  'AbortSignal.timeout(1)',
  'list.findLast(f)',
  '"parse"in URL?URL.parse(a):null',
  'list.toArray()',
  'if(Error.captureStackTrace)Error.captureStackTrace(e)',
  'Error.captureStackTrace&&Error.captureStackTrace(e)',
  'typeof Intl.Segmenter=="function"&&new Intl.Segmenter("en")',
])('accepts %s', (script) => expect(unguardedCalls(script)).toEqual([]))

it.each(globSync(['app/**/*.css', 'components/**/*.css']))(
  '%s: a newer selector is not in a list, which would be invalid as a whole',
  (file) => {
    const lists: string[] = []
    parse(readFileSync(file, 'utf8')).walkRules(({ selector, selectors }) => {
      const pseudos = [...selector.matchAll(/::?([a-z][\w-]+)/g)].map(([, name = '']) => name)
      if (selectors.length > 1 && pseudos.some((name) => tooNewSelectors.has(name))) lists.push(selector)
    })
    expect(lists).toEqual([])
  },
)
