import axe, { type RunOptions } from 'axe-core'
import type { Page } from 'playwright/test'

declare global {
  interface Window {
    axe: typeof axe
  }
}

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Rules of AAA, or not yet on by default, that the site is held to all the same. */
const more = { 'color-contrast-enhanced': { enabled: true }, 'target-size': { enabled: true } }

/** What a theme can change; the rest says the same in both. */
const ofColours = ['color-contrast', 'color-contrast-enhanced', 'link-in-text-block']

/**
 * What axe finds on the page as it stands: WCAG 2.2 A and AA, contrast of 7:1, and good practice.
 * @param asked `colours` asks for what a theme can change alone
 * @returns a line for each finding: the rule, the elements, and why
 */
export async function axeFindings(page: Page, asked: 'all' | 'colours' = 'all'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const options: RunOptions = {
    ...(asked === 'all'
      ? { runOnly: { type: 'tag', values: tags }, rules: more }
      : { runOnly: { type: 'rule', values: ofColours } }),
    // To list what is well takes longer than to look; and what is in a frame is a page of its own.
    resultTypes: ['violations'],
    iframes: false,
  }
  const { violations } = await page.evaluate((wanted) => window.axe.run(document, wanted), options)
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any }) => `${id}: ${target.join(' ')} ${any.map(({ message }) => message).join('; ')}`),
  )
}

/** What axe finds in one theme and then in the other, each line with the theme's name before it. */
export async function axeFindingsInBothThemes(page: Page): Promise<string[]> {
  const findings: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const found = await axeFindings(page, colorScheme === 'light' ? 'all' : 'colours')
    findings.push(...found.map((line) => `${colorScheme}: ${line}`))
  }
  return findings
}
