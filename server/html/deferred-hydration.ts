/** Removes scripts and data from a page; `components/site/runtime-script.ts` loads them on demand. */
import { createHash } from 'node:crypto'
import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5'
import { runtimeElementId, type RuntimeBlock, type RuntimeData } from '@/lib/contract/runtime'
import { hashSource } from '@/server/csp'
import { attribute, elementsIn, flightDataOf, findInlineScripts, type InlineScript } from './allowed-inline-scripts'
import type { styleSheets, Vocabulary } from './inline-css'

type Sheets = ReturnType<typeof styleSheets>

type ProcessedHtml = {
  html: string
  scripts: string[]
  styles: string[]
  refused: string[]
  deferred: { address: string; data: Buffer } | null
}

type Edit = { start: number; end: number; text: string }

const isBuilt = (address: string | undefined): address is string => address?.startsWith('/_next/static/') ?? false

const isBootstrap = ({ element, kind }: InlineScript) => kind === 'known' && attribute(element, 'id') === '_R_'

const toInlineJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

const replaceElement = (element: Tree.Element, text = ''): Edit => {
  const { startOffset: start = 0, endOffset: end = 0 } = element.sourceCodeLocation ?? {}
  return { start, end, text }
}

const shortHash = (of: string | Buffer, length: number) =>
  createHash('sha256').update(of).digest('base64url').slice(0, length)

const folder = '/_next/static/pages/'
const pageDigits = 8

/** Page digits and data digits, because processes write the same data in different orders. */
const addressOf = (page: string, data: Buffer) => `${folder}${shortHash(page, pageDigits)}${shortHash(data, 19)}.json`

export function isSamePage(one: string, other: string): boolean {
  const end = folder.length + pageDigits
  return one.slice(0, end) === other.slice(0, end)
}

function applyEdits(html: string, edits: Edit[]): string {
  const parts: string[] = []
  let position = 0
  for (const { start, end, text } of edits.toSorted((one, other) => one.start - other.start)) {
    parts.push(html.slice(position, start), text)
    position = end
  }
  return [...parts, html.slice(position)].join('')
}

function vocabularyOf(elements: Tree.Element[]): Vocabulary {
  const tags = new Set(elements.map(({ tagName }) => tagName))
  const classes = elements.flatMap((element) => (attribute(element, 'class') ?? '').split(/\s+/))
  return { tags, classes: new Set(classes.filter(Boolean)) }
}

/** Disabled links are enabled with the scripts; others move to the end, so as not to block painting. */
function inlineStyles(elements: Tree.Element[], sheets: Sheets, isDeferred: boolean) {
  const links = elements.filter(
    (element) =>
      element.tagName === 'link' && attribute(element, 'rel') === 'stylesheet' && isBuilt(attribute(element, 'href')),
  )
  const vocabulary = links.length > 0 ? vocabularyOf(elements) : null
  const edits: Edit[] = []
  const hashes: string[] = []
  const moved: string[] = []
  for (const link of links) {
    const href = attribute(link, 'href') ?? ''
    const css = vocabulary && sheets(href, vocabulary)
    if (!css || /<\/style/i.test(css)) continue
    const precedence = attribute(link, 'data-precedence') ?? ''
    const start = `<link rel="stylesheet" href="${href}" data-precedence="${precedence}"`
    hashes.push(hashSource(css))
    edits.push(replaceElement(link, `<style>${css}</style>${isDeferred ? `${start} disabled>` : ''}`))
    if (!isDeferred) moved.push(`${start}>`)
  }
  if (moved.length === 0) return { edits, hashes }
  const end = elements.find(({ tagName }) => tagName === 'body')?.sourceCodeLocation?.endTag?.startOffset
  if (end === undefined) return { edits: [], hashes: [] }
  return { edits: [...edits, { start: end, end, text: moved.join('') }], hashes }
}

/** Null if the page differs from Next's usual format. */
function deferScripts(html: string, elements: Tree.Element[], inline: InlineScript[], sizeOf: SizeOf) {
  const bootstrap = inline.find(isBootstrap)
  const flight = inline.filter(({ kind }) => kind === 'data')
  const files = elements.filter((element) => element.tagName === 'script' && isBuilt(attribute(element, 'src')))
  const [first] = files
  if (!bootstrap || flight.length === 0 || !first) return null
  const preloads = elements.filter(
    (element) =>
      element.tagName === 'link' && attribute(element, 'rel') === 'preload' && attribute(element, 'as') === 'script',
  )
  const modern = files.filter((file) => attribute(file, 'nomodule') === undefined)
  // Longest first, because a browser loads six files at once.
  const scripts = [...new Set(modern.map((file) => attribute(file, 'src') ?? ''))].toSorted(
    (one, other) => sizeOf(other) - sizeOf(one),
  )
  const runtimeData: RuntimeData = { first: bootstrap.text, flight: flight.map(({ text }) => flightDataOf(text) ?? []) }
  const data = Buffer.from(JSON.stringify(runtimeData))
  const removed = [...files, ...preloads, bootstrap.element, ...flight.map(({ element }) => element)]
  const remainingHtml = applyEdits(
    html,
    removed.map((element) => replaceElement(element)),
  )
  // Sorted, because Next's order varies.
  const block: RuntimeBlock = { scripts, data: addressOf([remainingHtml, ...scripts.toSorted()].join('\n'), data) }
  const blockHtml = `<script type="application/json" id="${runtimeElementId}">${toInlineJson(block)}</script>`
  return {
    edits: removed.map((element) => replaceElement(element, element === first ? blockHtml : '')),
    deferred: { address: block.data, data },
  }
}

export type SizeOf = (address: string) => number

export type ProcessOptions = {
  allowedScripts: ReadonlySet<string>
  sheets: Sheets
  sizeOf: SizeOf
  isDeferred: boolean
}

/** Pages in an unknown format stay unchanged. */
export function processHtml(
  html: string,
  { allowedScripts, sheets, sizeOf, isDeferred }: ProcessOptions,
): ProcessedHtml {
  const document = parse(html, { sourceCodeLocationInfo: true })
  const inline = findInlineScripts(document, allowedScripts)
  const refused = inline.filter(({ kind }) => kind === 'refused').map(({ text }) => text)
  const allowed = inline.filter(({ kind }) => kind !== 'refused')
  const elements = [...elementsIn(document)]
  const withoutScripts = isDeferred ? deferScripts(html, elements, inline, sizeOf) : null
  if (isDeferred && !withoutScripts) {
    return { html, scripts: allowed.map(({ hash }) => hash), styles: [], refused, deferred: null }
  }
  const styles = inlineStyles(elements, sheets, isDeferred)
  return {
    html: applyEdits(html, [...(withoutScripts?.edits ?? []), ...styles.edits]),
    scripts: allowed.filter(({ kind }) => kind === 'known' || !withoutScripts).map(({ hash }) => hash),
    styles: styles.hashes,
    refused,
    deferred: withoutScripts?.deferred ?? null,
  }
}
