import type { Page } from 'playwright/test'
import { axeFindingsInBothThemes } from './axe'
import { fitFindings } from './fit'
import { structureFindings } from './structure'
import { targetFindings } from './targets'
import { expect } from './test'
import { narrow, wide } from './visit'

type Look = {
  viewports?: readonly { width: number; height: number }[]
  /** Skips the structure checks, because a modal dialog hides the page from screen readers. */
  isModal?: boolean
}

/** Checks the page in both themes at 320 and 1280 pixels, with soft assertions. */
export async function look(
  page: Page,
  what: string,
  { viewports = [wide, narrow], isModal = false }: Look = {},
): Promise<void> {
  if (!isModal) expect.soft(await page.evaluate(structureFindings), `structure, ${what}`).toEqual([])
  for (const viewport of viewports) {
    await page.setViewportSize(viewport)
    const at = `${what} at ${viewport.width}`
    expect.soft(await page.evaluate(targetFindings), `targets, ${at}`).toEqual([])
    expect.soft(await page.evaluate(fitFindings), `fit, ${at}`).toEqual([])
    expect.soft(await axeFindingsInBothThemes(page), at).toEqual([])
  }
}
