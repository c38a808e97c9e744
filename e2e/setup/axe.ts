import axe, { type RunOptions } from 'axe-core'
import type { Page } from 'playwright/test'

declare global {
  interface Window {
    axe: typeof axe
  }
}

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** AAA contrast instead of AA, and a rule that is off by default. */
const more = {
  'color-contrast': { enabled: false },
  'color-contrast-enhanced': { enabled: true },
  'target-size': { enabled: true },
}

export type Scope = 'all' | 'colours'

/** Rules whose results depend on the theme. */
const colourRules = ['color-contrast-enhanced', 'link-in-text-block']

/**
 * Runs axe on the page: WCAG 2.2 A and AA, 7:1 contrast and best practices.
 * @param scope `colours` runs only the rules that depend on the theme
 * @param within a selector. Header and footer take longer than a form.
 * @returns one line per finding: rule, elements and reason
 */
export async function axeFindings(page: Page, scope: Scope = 'all', within = 'html'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const options: RunOptions = {
    ...(scope === 'all'
      ? { runOnly: { type: 'tag', values: tags }, rules: more }
      : { runOnly: { type: 'rule', values: colourRules } }),
    // Listing passes takes longer than the checks; frames are tested as pages of their own.
    resultTypes: ['violations'],
    iframes: false,
  }
  const { violations } = await page.evaluate(([place, wanted]) => window.axe.run(place, wanted), [
    within,
    options,
  ] as const)
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any }) => `${id}: ${target.join(' ')} ${any.map(({ message }) => message).join('; ')}`),
  )
}

/** Findings in both themes, each prefixed with the theme's name. */
export async function axeFindingsInBothThemes(page: Page, within?: string): Promise<string[]> {
  const findings: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const found = await axeFindings(page, colorScheme === 'light' ? 'all' : 'colours', within)
    findings.push(...found.map((line) => `${colorScheme}: ${line}`))
  }
  return findings
}
