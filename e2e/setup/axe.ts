import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright/test'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Rules of AAA, or not yet on by default, that the site is held to all the same. */
const more = { 'color-contrast-enhanced': { enabled: true }, 'target-size': { enabled: true } }

/**
 * What axe finds on the page as it stands: WCAG 2.2 A and AA, contrast of 7:1, and good practice.
 * @returns a line for each finding: the rule, the elements, and why
 */
export async function axeFindings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    // The other way opens a second window for each look.
    .setLegacyMode(true)
    .options({ runOnly: { type: 'tag', values: tags }, rules: more })
    .analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any }) => `${id}: ${target.join(' ')} ${any.map(({ message }) => message).join('; ')}`),
  )
}
