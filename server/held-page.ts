/**
 * Reads a finished page of Next's and, where its scripts can wait, takes them out of it: what is left is text with
 * its style sheet in it. Which files they are stands in a block of data, by which a script of the page
 * (`components/site/runtime-script.ts`) brings them when somebody touches a part that needs them. What the framework
 * hands over, which says the whole page once more, becomes a file of its own.
 */
import { createHash } from 'node:crypto'
import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5'
import { runtimeBlock, type RuntimeBlock, type RuntimeData } from '@/lib/contract/runtime'
import { attribute, elementsIn, handedOver, inlineScripts, type InlineScript } from './inline-scripts'
import { hashSource } from './policy'
import type { styleSheets, Vocabulary } from './style-sheets'

type Sheets = ReturnType<typeof styleSheets>

export type Reading = {
  html: string
  /** Hash sources of the scripts that may run in it, and of those that it may bring later. */
  scripts: string[]
  /** Hash sources of its style sheets. */
  styles: string[]
  /** Texts of the scripts that may not run. */
  refused: string[]
  /** What its held-back scripts start from, and the address at which they ask for it. */
  held: { address: string; data: Buffer } | null
}

type Edit = { start: number; end: number; text: string }

/** Files of the build; it alone writes them. */
const isBuilt = (address: string | undefined): address is string => address?.startsWith('/_next/static/') ?? false

/** The framework's first words, which start the scripts once they are there. */
const isFirst = ({ element, kind }: InlineScript) => kind === 'own' && attribute(element, 'id') === '_R_'

/** In a block of data inside of HTML nothing may look like its end. */
const asBlock = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

const edit = (element: Tree.Element, text = ''): Edit => {
  const { startOffset: start = 0, endOffset: end = 0 } = element.sourceCodeLocation ?? {}
  return { start, end, text }
}

const digest = (of: string | Buffer, length: number) =>
  createHash('sha256').update(of).digest('base64url').slice(0, length)

/** Where the data of pages is to be had. */
const folder = '/_next/static/pages/'

/** Characters of a name that stand for the page, before those for its data. */
const pageDigits = 8

/**
 * Where the data of a page is to be had: named by what is in it, like every file of a build. The framework writes the
 * same data in another order from one process to the next, so the name begins with the page that it belongs to.
 */
const addressOf = (page: string, data: Buffer) => `${folder}${digest(page, pageDigits)}${digest(data, 19)}.json`

/** Whether two addresses are of data for the same page, which is then the same but for its order. */
export function isAlike(one: string, other: string): boolean {
  const end = folder.length + pageDigits
  return one.slice(0, end) === other.slice(0, end)
}

function edited(html: string, edits: Edit[]): string {
  const parts: string[] = []
  let at = 0
  for (const { start, end, text } of edits.toSorted((one, other) => one.start - other.start)) {
    parts.push(html.slice(at, start), text)
    at = end
  }
  return [...parts, html.slice(at)].join('')
}

function vocabularyOf(elements: Tree.Element[]): Vocabulary {
  const tags = new Set<string>()
  const classes = new Set<string>()
  for (const element of elements) {
    tags.add(element.tagName)
    for (const name of (attribute(element, 'class') ?? '').split(/\s+/)) if (name) classes.add(name)
  }
  return { tags, classes }
}

/**
 * Style sheets of the build go into the page. Where its scripts wait, the links stay, switched off, so that the whole of
 * them can follow; elsewhere they move to the end of the body, where nothing that is painted waits for them.
 */
function inlinedStyles(elements: Tree.Element[], sheets: Sheets, isHeld: boolean) {
  const links = elements.filter(
    (element) =>
      element.tagName === 'link' && attribute(element, 'rel') === 'stylesheet' && isBuilt(attribute(element, 'href')),
  )
  const vocabulary = links.length > 0 ? vocabularyOf(elements) : null
  const edits: Edit[] = []
  const hashes: string[] = []
  const later: string[] = []
  for (const link of links) {
    const href = attribute(link, 'href') ?? ''
    const css = vocabulary && sheets(href, vocabulary)
    if (!css || /<\/style/i.test(css)) continue
    const precedence = attribute(link, 'data-precedence') ?? ''
    const whole = `<link rel="stylesheet" href="${href}" data-precedence="${precedence}"`
    hashes.push(hashSource(css))
    edits.push(edit(link, `<style>${css}</style>${isHeld ? `${whole} disabled>` : ''}`))
    if (!isHeld) later.push(`${whole}>`)
  }
  const body = elements.find((element) => element.tagName === 'body')?.sourceCodeLocation?.endTag
  if (later.length > 0 && !body) return { edits: [], hashes: [] }
  if (body && later.length > 0) edits.push({ start: body.startOffset, end: body.startOffset, text: later.join('') })
  return { edits, hashes }
}

/** The scripts of a page as what is taken out of it, or null where they are not as this was written for. */
function heldScripts(html: string, elements: Tree.Element[], inline: InlineScript[], sizeOf: SizeOf) {
  const first = inline.find(isFirst)
  const data = inline.filter(({ kind }) => kind === 'data')
  const files = elements.filter((element) => element.tagName === 'script' && isBuilt(attribute(element, 'src')))
  const [head] = files
  if (!first || data.length === 0 || !head) return null
  const hints = elements.filter(
    (element) =>
      element.tagName === 'link' && attribute(element, 'rel') === 'preload' && attribute(element, 'as') === 'script',
  )
  // A browser that knows no modules cannot run the others either.
  const modern = files.filter((file) => attribute(file, 'nomodule') === undefined)
  // A browser asks one server for six at once: with the longest first, the others take turns beside them.
  const scripts = [...new Set(modern.map((file) => attribute(file, 'src') ?? ''))].toSorted(
    (one, other) => sizeOf(other) - sizeOf(one),
  )
  const handed: RuntimeData = { first: first.text, flight: data.map(({ text }) => handedOver(text) ?? []) }
  const body = Buffer.from(JSON.stringify(handed))
  const gone = [...files, ...hints, first.element, ...data.map(({ element }) => element)]
  // The framework names its files in no fixed order either.
  const page = [
    edited(
      html,
      gone.map((element) => edit(element)),
    ),
    ...scripts.toSorted(),
  ].join('\n')
  const block: RuntimeBlock = { scripts, data: addressOf(page, body) }
  const edits = gone.map((element) =>
    element === head
      ? edit(element, `<script type="application/json" id="${runtimeBlock}">${asBlock(block)}</script>`)
      : edit(element),
  )
  return { edits, held: { address: block.data, data: body } }
}

/** Bytes of a file of the build as it is sent, or 0 where it is not known. */
export type SizeOf = (address: string) => number

export type ReadOptions = {
  /** Hash sources of the scripts that the build knows. */
  pinned: ReadonlySet<string>
  /** The build's style sheets. */
  sheets: Sheets
  sizeOf: SizeOf
  /** Whether its scripts may wait. */
  isHeld: boolean
}

/** Reads a page as a browser would. One that is not as Next writes it stays as it is. */
export function readPage(html: string, { pinned, sheets, sizeOf, isHeld }: ReadOptions): Reading {
  const document = parse(html, { sourceCodeLocationInfo: true })
  const inline = inlineScripts(document, pinned)
  const refused = inline.filter(({ kind }) => kind === 'refused').map(({ text }) => text)
  const allowed = inline.filter(({ kind }) => kind !== 'refused')
  const elements = [...elementsIn(document)]
  const taken = isHeld ? heldScripts(html, elements, inline, sizeOf) : null
  if (isHeld && !taken) return { html, scripts: allowed.map(({ hash }) => hash), styles: [], refused, held: null }
  const styles = inlinedStyles(elements, sheets, isHeld)
  return {
    html: edited(html, [...(taken?.edits ?? []), ...styles.edits]),
    scripts: allowed.filter(({ kind }) => kind === 'own' || !taken).map(({ hash }) => hash),
    styles: styles.hashes,
    refused,
    held: taken?.held ?? null,
  }
}
