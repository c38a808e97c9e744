/** The parts of a page's HTML, and their compressed size. */
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5'
import { request } from 'undici'

type Parts = {
  /** The HTML without script elements, and without style elements too. */
  withoutScripts: string
  bare: string
  /** Inline scripts: our code, and the framework's data. */
  scripts: { code: string[]; data: string[] }
  styles: string[]
  /** Addresses of render-blocking style sheets. */
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

/** The framework's own copy of the page. */
const isData = (text: string) => /^\(?self\.__next_f\b/.test(text)

const isExecuted = (element: Tree.Element) =>
  attribute(element, 'src') === undefined && !/json/.test(attribute(element, 'type') ?? '')

/** @param removed elements in document order */
function withoutElements(html: string, removed: readonly Tree.Element[]): string {
  let kept = ''
  let position = 0
  for (const { sourceCodeLocation: place } of removed) {
    if (!place) continue
    kept += html.slice(position, place.startOffset)
    position = place.endOffset
  }
  return kept + html.slice(position)
}

export function partsOf(html: string): Parts {
  const elements = [...elementsIn(parse(html, { sourceCodeLocationInfo: true }))]
  const scripts = elements.filter(({ tagName }) => tagName === 'script')
  const texts = scripts.filter(isExecuted).map(textOf)
  const styles = elements.filter(({ tagName }) => tagName === 'style')
  return {
    withoutScripts: withoutElements(html, scripts),
    bare: withoutElements(
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

const brotliBytes = (text: string) => brotliCompressSync(text).byteLength

const gzipBytes = (text: string) => (text ? gzipSync(text).byteLength : 0)

type Received = { bytes: number; text: string }

/** Counts the bytes before they are decompressed. */
async function receive(url: string): Promise<Received> {
  const { body, headers } = await request(url, { headers: { 'accept-encoding': 'gzip, br' } })
  const bytes = Buffer.from(await body.arrayBuffer())
  const encoding = headers['content-encoding']
  const plain = encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes
  return { bytes: bytes.byteLength, text: plain.toString('utf8') }
}

/** Bytes. */
export type Weights = {
  /** As sent. */
  html: number
  /** Brotli, without script elements; `htmlBare` without style elements too. */
  htmlWithoutScripts: number
  htmlBare: number
  /** Inline scripts, gzip. */
  inlineCode: number
  inlineData: number
  /** Style sheets as sent, and style elements in brotli. */
  css: number
  inlineCss: number
}

/** Fetches a page with its style sheets. */
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
