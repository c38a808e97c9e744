import type { Page } from 'playwright/test'
import { axeFindings } from './axe'
import { fitFindings } from './fit'
import { targetFindings } from './targets'
import { expect } from './test'
import { narrow, wide } from './visit'

/**
 * Checks the page at 1280 pixels in the light theme, and at 320 in the dark one, with soft assertions. Only colours depend
 * on the theme.
 * @param within a selector, for axe alone. Header and footer are checked on every page.
 */
export async function look(page: Page, what: string, { viewports = [wide, narrow], within = 'main' } = {}) {
  for (const [index, viewport] of viewports.entries()) {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme: index === 0 ? 'light' : 'dark' })
    const at = `${what} at ${viewport.width}`
    expect.soft(await page.evaluate(targetFindings), `targets, ${at}`).toEqual([])
    expect.soft(await page.evaluate(fitFindings), `fit, ${at}`).toEqual([])
    expect.soft(await axeFindings(page, index === 0 ? 'all' : 'colours', within), at).toEqual([])
  }
}
