/** Every page in every language: nothing left in English, the right language and direction, and it fits. */
import { readdirSync } from 'node:fs'
import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5'
import { directionOf, langOf, type Locale, locales, localPath, nativeName } from '@/lib/locales'
import { paths, siteName } from '@/lib/site'
import { fitFindings } from './setup/fit'
import { everyKind } from './setup/routes'
import { htmlOf } from './setup/served'
import { targetFindings } from './setup/targets'
import { expect, test } from './setup/test'
import { declined, narrow, unfold, visit, wide } from './setup/visit'

test.describe.configure({ mode: 'parallel' })

const translatedPosts = readdirSync('content/es/posts').map((file) => paths.post(file.replace(/\.md$/, '')))

/** Pages that every language has. */
const pages = [...everyKind.filter((path) => !/^\/blog\/(?!tag|by)/.test(path)), ...translatedPosts]

const attributes = new Set(['alt', 'aria-label', 'aria-description', 'data-off', 'placeholder', 'title'])

/** The texts of a page in its own language: of text nodes, and of attributes that are read out or shown. */
function textsOf(html: string): Set<string> {
  const texts = new Set<string>()
  const add = (text: string) => texts.add(text.replace(` · ${siteName}`, '').replace(/\s+/g, ' ').trim())
  const walk = (node: Tree.ChildNode) => {
    if ('value' in node) add(node.value)
    if (!('tagName' in node)) return
    const attribute = (name: string) => node.attrs.find((each) => each.name === name)?.value
    // The titles of studies stay in English.
    const isTitle = node.tagName === 'bdi' || attribute('class')?.split(' ').includes('footnotes')
    const isForeign = isTitle || (node.tagName !== 'html' && attribute('lang') !== undefined)
    if (isForeign || ['script', 'style', 'template'].includes(node.tagName)) return
    for (const { name, value } of node.attrs) if (attributes.has(name)) add(value)
    if (/description|title|alt$/.test(attribute('name') ?? attribute('property') ?? '')) add(attribute('content') ?? '')
    node.childNodes.forEach(walk)
  }
  parse(html).childNodes.forEach(walk)
  return texts
}

/** Two words of a language, and no name, address or number. */
const isSentence = (text: string) => /\p{L}{2,}[^\p{L}\d]*\s\p{L}{2,}/u.test(text) && !names.has(text)

const names = new Set([
  ...locales.map(nativeName),
  'App Store',
  'Google Play',
  'Lidcombe Program',
  'End the Phone Call Nightmares',
])

/** Words of the code show in any language. Those of the files are compared in `tests/content/languages.test.ts`. */
test('no page has an English sentence, and each names its language', async () => {
  for (const path of pages) {
    const english = textsOf(await htmlOf(path))
    const locale: Locale = translatedPosts.includes(path) ? 'es' : 'de'
    const left = [...textsOf(await htmlOf(localPath(path, locale)))].filter(
      (text) => english.has(text) && isSentence(text),
    )
    expect.soft(left, localPath(path, locale)).toEqual([])
  }
  for (const locale of locales)
    expect(await htmlOf(localPath(paths.home, locale))).toContain(
      `<html lang="${langOf(locale)}" dir="${directionOf(locale)}"`,
    )
})

/** Pages with most different parts. */
const looked = [
  paths.home,
  paths.pricing,
  paths.auth,
  paths.faq,
  paths.sessions,
  paths.contact,
  paths.toolCards,
  paths.toolScore,
  paths.protocol,
  paths.terms,
  paths.blog,
  paths.post('the-telephone'),
]

for (const locale of ['de', 'ar'] satisfies Locale[]) {
  test.describe(`a reader of ${nativeName(locale)}`, () => {
    test.use({ locale })

    test('sees pages that fit', async ({ page, context }) => {
      await declined(context)
      for (const path of looked) {
        await visit(page, localPath(path, locale))
        await unfold(page)
        for (const viewport of [wide, narrow]) {
          await page.setViewportSize(viewport)
          const at = `${path} at ${viewport.width}`
          expect.soft(await page.evaluate(targetFindings), `targets, ${at}`).toEqual([])
          expect.soft(await page.evaluate(fitFindings), `fit, ${at}`).toEqual([])
        }
      }
    })
  })
}
