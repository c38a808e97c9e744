import type { Page } from 'playwright/test'
import { axeFindings, axeFindingsInBothThemes } from './setup/axe'
import { fitFindings } from './setup/fit'
import { weakest } from './setup/ink'
import { layoutBoxes, mirrorFindings } from './setup/mirror'
import { motions } from './setup/motions'
import { structureFindings } from './setup/structure'
import { numberStops, stopNow } from './setup/tab-stops'
import { targetFindings } from './setup/targets'
import { expect, test } from './setup/test'
import { markupFindings } from './setup/validator'

/** A page without findings; each case below breaks one thing in it. */
const sound = (main: string, style = '') => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Sound</title>
<style>*{margin:0} a,button{display:inline-flex;min-height:44px;min-width:44px} :focus-visible{outline:3px solid blue} ${style}</style>
</head><body><header><nav aria-label="Main"><a href="/">Home</a></nav></header>
<main><h1>Title</h1>${main}</main><footer>Foot</footer></body></html>`

type Find = (page: Page) => Promise<string[]>

const structure: Find = (page) => page.evaluate(structureFindings)
const targets: Find = (page) => page.evaluate(targetFindings)
const fit: Find = (page) => page.evaluate(fitFindings)
const moving: Find = async (page) => (await page.evaluate(motions)).map(({ property, ms }) => `${property} ${ms}`)
const markup: Find = async (page) => markupFindings(await page.content())
const mirrored: Find = async (page) => {
  const before = await page.evaluate(layoutBoxes)
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
  return mirrorFindings(before, await page.evaluate(layoutBoxes), page.viewportSize()?.width ?? 0)
}
const tabs: Find = async (page) => {
  const stops = await page.evaluate(numberStops)
  const found: string[] = []
  for (let last = -1; last < stops.length - 1; last++) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(stopNow)
    if (stop?.index !== last + 1) found.push(`${stop?.name ?? 'nothing'} is out of order`)
    found.push(...(stop?.wrong ?? []))
  }
  return found
}
const ink: Find = async (page) => {
  const { ratio, text } = await page.evaluate(weakest)
  return ratio < 7 ? [`${text} is faint`] : []
}

const cases: [what: string, find: Find, main: string, style: string, finding: RegExp][] = [
  ['two headings of level 1', structure, '<h1>Other</h1>', '', /2 × heading/],
  ['a level that is skipped', structure, '<h3>Deep</h3>', '', /comes after level 1/],
  ['a nav without a name', structure, '<nav></nav>', '', /has no name/],
  ['two navs of one name', structure, '<nav aria-label="Main"></nav>', '', /two navs/],
  ['a second main', structure, '<div role="main"></div>', '', /2 × main/],
  ['one id twice', structure, '<p id="x">1</p><p id="x">2</p>', '', /two have the id x/],
  ['a reference to nothing', structure, '<p aria-describedby="no">1</p>', '', /leads nowhere/],
  ['a link to nothing', structure, '<a href="#no">1</a>', '', /#no leads nowhere/],
  ['a small button', targets, '<button style="min-height:0;height:30px">B</button>', '', /button "B"/],
  ['a small number of a source', targets, '<p>So<sup><a href="#" style="all:unset">1</a></sup></p>', '', /a "1"/],
  ['a small link that is no sentence', targets, '<p><a href="/" style="all:unset">Go</a></p>', '', /a "Go"/],
  ['a box that is too wide', fit, '<div style="width:2000px;height:9px"></div>', '', /wider than the window/],
  [
    'text that is cut off',
    fit,
    '<p style="width:20px;overflow:hidden;white-space:nowrap">A long line</p>',
    '',
    /cut off/,
  ],
  ['text over text', fit, '<p>One line</p><p style="margin-top:-20px">Other line</p>', '', /over each other/],
  ['text at the left', fit, '<p style="text-align:left">Text</p>', '', /aligned left/],
  ['a margin at the left', mirrored, '<p style="margin-left:50px">Text</p>', '', /off by 50/],
  ['a movement', moving, '<p>Text</p>', 'p{transition:transform .3s}', /transform 300/],
  ['a pulse', moving, '<p>Text</p>', '@keyframes a{to{opacity:0}} p{animation:a 2s infinite}', /animation 2000/],
  ['a focus without a ring', tabs, '<a href="/">A</a>', 'a{outline:0!important}', /no ring/],
  ['a focus out of order', tabs, '<button>A</button><button tabindex="3">B</button>', '', /out of order/],
  ['a button that Tab passes', tabs, '<button tabindex="-1">A</button>', '', /out of order/],
  ['a focus that is covered', tabs, '<a href="/">A</a>', 'footer{position:fixed;inset:0}', /covered by footer/],
  ['faint print', ink, '<p style="color:#aaa">Text</p>', '', /Text is faint/],
  ['a contrast below 7', axeFindings, '<p style="color:#666">Text</p>', '', /color-contrast-enhanced/],
  [
    'a contrast below 7 in the dark',
    axeFindingsInBothThemes,
    '<p>Text</p>',
    '@media (prefers-color-scheme:dark){p{color:#666}}',
    /^dark: color-contrast-enhanced/,
  ],
  ['a picture without words', axeFindings, '<img src="data:,">', '', /image-alt/],
  ['a heading in a list', markup, '<ul><h2>No</h2></ul>', '', /element-permitted-content/],
  ['a label for nothing', markup, '<label for="no">L</label>', '', /no-missing-references/],
]

test('each check passes a valid page and detects its own fault @once', async ({ page }) => {
  for (const [what, find, main, style, finding] of cases) {
    await page.setContent(sound('<p>Nothing to find</p>'))
    expect.soft(await find(page), `${what}: a sound page`).toEqual([])
    await page.setContent(sound(main, style))
    expect.soft((await find(page)).join('\n'), what).toMatch(finding)
  }
})
