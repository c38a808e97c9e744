/** What a page's text is made of, and how many bytes each part is on the line. */
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5'
import { request } from 'undici'

type Parts = {
  /** The text without any script element, and without style elements too. */
  withoutScripts: string
  bare: string
  /** Texts of scripts that stand in the page and run: code, and the data that the framework hands over in calls. */
  scripts: { code: string[]; data: string[] }
  /** Texts of style elements. */
  styles: string[]
  /** Addresses of style sheets that it waits for, as they stand in the page: one that is switched off comes later. */
  sheets: string[]
}

function* elementsIn(node: Tree.ParentNode): Generator<Tree.Element> {
  for (const child of node.childNodes) {
    if (!('tagName' in child)) continue
    yield child
    yield* elementsIn('content' in child ? (child as Tree.Template).content : child)
  }
}

const attribute = (element: Tree.Element, name: string) => element.attrs.find((each) => each.name === name)?.value
const textOf = ({ childNodes }: Tree.Element) =>
  childNodes.map((child) => ('value' in child ? child.value : '')).join('')

/** What the framework writes of a page a second time, for its own script. */
const isData = (text: string) => /^\(?self\.__next_f\b/.test(text)

/** Data that a browser does not run is no script. */
const runs = (element: Tree.Element) =>
  attribute(element, 'src') === undefined && !/json/.test(attribute(element, 'type') ?? '')

/** The text that is left when these elements, in their order, are taken out. */
function without(html: string, gone: readonly Tree.Element[]): string {
  let left = ''
  let at = 0
  for (const { sourceCodeLocation: place } of gone) {
    if (!place) continue
    left += html.slice(at, place.startOffset)
    at = place.endOffset
  }
  return left + html.slice(at)
}

/** Takes a page's text apart. */
export function partsOf(html: string): Parts {
  const elements = [...elementsIn(parse(html, { sourceCodeLocationInfo: true }))]
  const scripts = elements.filter(({ tagName }) => tagName === 'script')
  const texts = scripts.filter(runs).map(textOf)
  const styles = elements.filter(({ tagName }) => tagName === 'style')
  return {
    withoutScripts: without(html, scripts),
    bare: without(
      html,
      elements.filter((element) => scripts.includes(element) || styles.includes(element)),
    ),
    scripts: { code: texts.filter((text) => !isData(text)), data: texts.filter(isData) },
    styles: styles.map(textOf),
    sheets: elements
      .filter(
        (element) =>
          element.tagName === 'link' &&
          /\bstylesheet\b/i.test(attribute(element, 'rel') ?? '') &&
          attribute(element, 'disabled') === undefined,
      )
      .flatMap((element) => attribute(element, 'href') ?? []),
  }
}

/** Bytes of a text in brotli, as the site's own server compresses pages for all but the first who ask. */
const brotliBytes = (text: string) => brotliCompressSync(text).byteLength

const gzipBytes = (text: string) => (text ? gzipSync(text).byteLength : 0)

type Received = { bytes: number; text: string }

/** Asks as a browser of today does, and counts what comes before it is unpacked. */
async function receive(url: string): Promise<Received> {
  const { body, headers } = await request(url, { headers: { 'accept-encoding': 'gzip, br' } })
  const sent = Buffer.from(await body.arrayBuffer())
  const encoding = headers['content-encoding']
  const plain = encoding === 'br' ? brotliDecompressSync(sent) : encoding === 'gzip' ? gunzipSync(sent) : sent
  return { bytes: sent.byteLength, text: plain.toString('utf8') }
}

/** Bytes of a page's text. */
export type Weights = {
  /** As it was sent. */
  html: number
  /** In brotli, without script elements. */
  htmlWithoutScripts: number
  htmlBare: number
  /** Scripts that stand in the page, in gzip: code, and the framework's data. */
  inlineCode: number
  inlineData: number
  /** Style sheets as they were sent, and style elements in brotli. */
  css: number
  /** In brotli, of the style elements alone. */
  inlineCss: number
}

/** Asks for a page and its style sheets, and weighs them. */
export async function weigh(url: string): Promise<Weights> {
  const { bytes, text } = await receive(url)
  const parts = partsOf(text)
  const sheets = await Promise.all(parts.sheets.map((sheet) => receive(new URL(sheet, url).href)))
  const styles = parts.styles.join('\n')
  const inlineCss = styles ? brotliBytes(styles) : 0
  return {
    html: bytes,
    htmlWithoutScripts: brotliBytes(parts.withoutScripts),
    htmlBare: brotliBytes(parts.bare),
    inlineCode: gzipBytes(parts.scripts.code.join('\n')),
    inlineData: gzipBytes(parts.scripts.data.join('\n')),
    css: inlineCss + sheets.reduce((sum, sheet) => sum + sheet.bytes, 0),
    inlineCss,
  }
}
