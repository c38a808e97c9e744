import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Pages that say they need scripts, and their names on the features page. */
const needy: Record<string, string> = {
  'app/auth/page.tsx': 'signing in',
  'app/pricing/start/page.tsx': 'prices',
  // Reached from the pricing page.
  'components/pricing/thank-you.tsx': 'prices',
  'components/profile/profile.tsx': 'your profile',
}

it('promises no page that needs scripts without them', () => {
  const files = globSync('{app,components}/**/*.tsx').filter((file) =>
    /needs JavaScript/.test(readFileSync(file, 'utf8')),
  )
  expect(files.toSorted()).toEqual(Object.keys(needy).toSorted())
  const text = readFileSync('app/(site)/features/page.tsx', 'utf8')
  const exceptions = /Only ([^.]*) need it\./.exec(text)?.[1]
  for (const name of Object.values(needy)) expect(exceptions).toContain(name)
  expect(text).not.toMatch(/every page/i)
})
