import type { Page } from 'playwright/test'
import { axeFindingsInBothThemes } from './axe'
import { fitFindings } from './fit'
import { structureFindings } from './structure'
import { targetFindings } from './targets'
import { expect } from './test'
import { narrow, wide } from './visit'

type Look = {
  viewports?: readonly { width: number; height: number }[]
  /** What is looked at is a modal dialog: the page under it is not read to anybody until it closes. */
  isModal?: boolean
}

/** Looks at the page as it stands, light and dark, at 320 and 1280 pixels, and says all that it finds. */
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
