/** Every page in every language: nothing left in English, the right language and direction, and it fits. */
import { readdirSync } from 'node:fs'
import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5'
import { directionOf, langOf, type Locale, locales, localPath, nativeName } from '@/lib/locales'
import { paths, siteName } from '@/lib/site'
import { fitFindings } from './setup/fit'
import { everyKind } from './setup/routes'
import { targetFindings } from './setup/targets'
import { expect, test } from './setup/test'
import { declined, narrow, unfold, visit, wide } from './setup/visit'

test.describe.configure({ mode: 'parallel' })

const others = locales.filter((locale) => locale !== 'en')

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

test('no page has an English sentence', async ({ request }) => {
  test.slow()
  // Compressing takes longer than writing a page.
  const headers = { 'accept-encoding': 'identity' }
  const read = async (address: string) => (await request.get(address, { headers })).text()
  for (const path of pages) {
    const english = textsOf(await read(path))
    for (const locale of others) {
      const own = await read(localPath(path, locale))
      expect(own, path).toContain(`<html lang="${langOf(locale)}" dir="${directionOf(locale)}"`)
      const left = [...textsOf(own)].filter((text) => english.has(text) && isSentence(text))
      expect.soft(left, localPath(path, locale)).toEqual([])
    }
  }
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
