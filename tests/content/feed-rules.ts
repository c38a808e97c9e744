import { XMLParser, XMLValidator } from 'fast-xml-parser'
import rehypeParse from 'rehype-parse'
import { unified } from 'unified'
import { expect } from 'vitest'
import { elementsIn } from '@/lib/content/render/markdown'

/** A parsed XML element: attributes begin with `@`, text is `#text`. */
export type Xml = { [name: string]: XmlValue }
type XmlValue = string | Xml | XmlValue[]

const many = new Set(['item', 'category', 'atom:link'])
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  trimValues: false,
  isArray: (name) => many.has(name),
})

const forbidden = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u

/** Parses well-formed XML; anything else fails the test. */
export function wellFormed(text: string): Xml {
  expect(XMLValidator.validate(text)).toBe(true)
  expect(forbidden.exec(text)).toBeNull()
  // A section ends at the first `]]>`, so a second one is an error.
  expect(text.replaceAll(/<!\[CDATA\[.*?\]\]>/gs, '')).not.toMatch(/\]\]>|<!\[CDATA\[/)
  return parser.parse(text) as Xml
}

export const list = (value: XmlValue | undefined): Xml[] =>
  (value === undefined ? [] : Array.isArray(value) ? value : [value]) as Xml[]
export const one = (value: XmlValue | undefined): Xml => list(value)[0] ?? {}
export const words = (value: XmlValue | undefined): string => {
  const first = Array.isArray(value) ? value[0] : value
  return typeof first === 'string' ? first : String((first as Xml | undefined)?.['#text'] ?? '')
}

/** RFC 822 as in RSS: weekday, four-digit year, zone. */
export const rfc822 =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d{2}:\d{2}:\d{2} GMT$/

const html = unified().use(rehypeParse, { fragment: true })
const dangerous = ['script', 'iframe', 'style', 'object', 'embed', 'svg', 'form', 'input', 'link', 'meta']

/** Warnings of the feed validator, and content that fails outside of our pages. */
export function assertFitForReaders(text: string): void {
  expect(text.trim()).not.toBe('')
  for (const { tagName, properties } of elementsIn(html.parse(text))) {
    expect(dangerous).not.toContain(tagName)
    for (const [name, value] of Object.entries(properties)) {
      expect(name, `${tagName} ${name}`).not.toMatch(/^(on|data|aria|style$|class|id$|tabIndex$|srcSet$|sizes$|role$)/)
      if (name === 'href' || name === 'src') expect(String(value), tagName).toMatch(/^(https?:\/\/|mailto:)/)
    }
  }
}
