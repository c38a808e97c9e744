import type { Page } from 'playwright/test'
import { axeFindingsInBothThemes } from './axe'
import { fitFindings } from './fit'
import { targetFindings } from './targets'
import { expect } from './test'
import { narrow, wide } from './visit'

/** Checks the page in both themes at 320 and 1280 pixels, with soft assertions. */
export async function look(page: Page, what: string, viewports = [wide, narrow]): Promise<void> {
  for (const viewport of viewports) {
    await page.setViewportSize(viewport)
    const at = `${what} at ${viewport.width}`
    expect.soft(await page.evaluate(targetFindings), `targets, ${at}`).toEqual([])
    expect.soft(await page.evaluate(fitFindings), `fit, ${at}`).toEqual([])
    expect.soft(await axeFindingsInBothThemes(page), at).toEqual([])
  }
}
