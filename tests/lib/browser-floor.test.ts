import { globSync, readFileSync } from 'node:fs'
import { parse } from 'postcss'
import { expect, it } from 'vitest'
import { tooNewSelectors } from '@/tests/setup/browser-floor'

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
