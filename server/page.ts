/**
 * The one place that reads rendered HTML. Only the build's own scripts and Next's data may run; where scripts can wait,
 * they move into inert JSON, from which `components/site/runtime-script.ts` runs them on demand.
 */
import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5'
import { runtimeDataId, runtimeId, type RuntimeData } from '@/lib/contract/runtime'
import { hashSource } from './csp'

export type Page = {
  html: string
  /** Sources for the policy's `script-src` and `style-src`. */
  scripts: string[]
  styles: string[]
  /** Texts of inline scripts that may not run. */
  refused: string[]
}

export type PageOptions = {
  /** Hash sources of the build's inline scripts. */
  allowedScripts: ReadonlySet<string>
  /** The build's style sheets by address. Inside a page they save a round trip. */
  styles: ReadonlyMap<string, string>
  /** Whether the scripts can wait until they are needed. */
  isDeferred: boolean
}

type InlineScript = { element: Tree.Element; text: string; hash: string; kind: 'known' | 'data' | 'refused' }

const isElement = (node: Tree.ChildNode): node is Tree.Element => 'tagName' in node

const attribute = (element: Tree.Element, name: string): string | undefined =>
  element.attrs.find((each) => each.name === name)?.value

const textOf = (element: Tree.Element) =>
  element.childNodes.map((child) => ('value' in child ? child.value : '')).join('')

/** Inert types. Import maps and speculation rules have effects. */
const inertTypes = new Set(['application/json', 'application/ld+json'])

const isInlineScript = (element: Tree.Element) =>
  element.tagName === 'script' &&
  attribute(element, 'src') === undefined &&
  !inertTypes.has((attribute(element, 'type') ?? '').trim().toLowerCase())

/** Includes templates, whose content a script could insert. */
function* elementsIn(node: Tree.ParentNode): Generator<Tree.Element> {
  for (const child of node.childNodes) {
    if (!isElement(child)) continue
    yield child
    yield* elementsIn('content' in child ? (child as Tree.Template).content : child)
  }
}

/** Scripts at the end of the body, where Next writes its data. */
function lastScripts(elements: Tree.Element[]): Set<Tree.Element> {
  const body = elements.find(({ tagName }) => tagName === 'body')
  const last = new Set<Tree.Element>()
  for (const node of body?.childNodes.toReversed() ?? []) {
    if (isElement(node) && node.tagName === 'script') last.add(node)
    else if (!('value' in node) || node.value.trim() !== '') break
  }
  return last
}

const flightPush = /^(?:self\.__next_f|\(self\.__next_f=self\.__next_f\|\|\[\]\))\.push\((\[.*\])\)$/s

function flightDataOf(text: string): unknown[] | null {
  const [, json] = flightPush.exec(text) ?? []
  if (json === undefined) return null
  try {
    const data = JSON.parse(json) as unknown[]
    return typeof data[0] === 'number' ? data : null
  } catch {
    return null
  }
}

function findInlineScripts(elements: Tree.Element[], allowed: ReadonlySet<string>): InlineScript[] {
  const last = lastScripts(elements)
  return elements.filter(isInlineScript).map((element) => {
    const text = textOf(element)
    const hash = hashSource(text)
    const isData = () => last.has(element) && flightDataOf(text) !== null
    return { element, text, hash, kind: allowed.has(hash) ? 'known' : isData() ? 'data' : 'refused' }
  })
}

const isBuilt = (address: string | undefined): address is string => address?.startsWith('/_next/static/') ?? false

const inertJson = (id: string, value: unknown) =>
  `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`

type Edit = { element: Tree.Element; text: string }

function applyEdits(html: string, edits: Edit[]): string {
  const parts: string[] = []
  let position = 0
  const offsetOf = ({ element }: Edit) => element.sourceCodeLocation?.startOffset ?? 0
  for (const edit of edits.toSorted((one, other) => offsetOf(one) - offsetOf(other))) {
    parts.push(html.slice(position, offsetOf(edit)), edit.text)
    position = edit.element.sourceCodeLocation?.endOffset ?? position
  }
  return [...parts, html.slice(position)].join('')
}

/** The disabled link stays, so that React finds its style sheet and the browser does not load it. */
function inlineStyle(element: Tree.Element, style: string): Edit {
  const attributes = element.attrs.map(({ name, value }) => ` ${name}="${value}"`).join('')
  return { element, text: `<style>${style}</style><link${attributes} disabled=""/>` }
}

/** Null if the page differs from Next's usual format. */
function deferScripts(elements: Tree.Element[], inline: InlineScript[]): Edit[] | null {
  const bootstrap = inline.find(({ element, kind }) => kind === 'known' && attribute(element, 'id') === '_R_')
  const flight = inline.filter(({ kind }) => kind === 'data')
  const files = elements.filter((element) => element.tagName === 'script' && isBuilt(attribute(element, 'src')))
  const lastFlight = flight.at(-1)?.element
  const [firstFile] = files
  if (!bootstrap || !firstFile || !lastFlight) return null
  // Pages written from right to left use the system's typeface.
  const isMirrored = elements.some((element) => element.tagName === 'html' && attribute(element, 'dir') === 'rtl')
  const unused = isMirrored ? ['script', 'font'] : ['script']
  const preloads = elements.filter(
    (element) => attribute(element, 'rel') === 'preload' && unused.includes(attribute(element, 'as') ?? ''),
  )
  const modern = files.filter((file) => attribute(file, 'nomodule') === undefined)
  const data: RuntimeData = { first: bootstrap.text, flight: flight.map(({ text }) => flightDataOf(text) ?? []) }
  const replacements = new Map([
    [firstFile, inertJson(runtimeId, [...new Set(modern.map((file) => attribute(file, 'src')))])],
    [lastFlight, inertJson(runtimeDataId, data)],
  ])
  const removed = [...files, ...preloads, bootstrap.element, ...flight.map(({ element }) => element)]
  return removed.map((element) => ({ element, text: replacements.get(element) ?? '' }))
}

/** @param html of a whole page */
export function processPage(html: string, { allowedScripts, styles, isDeferred }: PageOptions): Page {
  const elements = [...elementsIn(parse(html, { sourceCodeLocationInfo: true }))]
  const inline = findInlineScripts(elements, allowedScripts)
  const deferred = isDeferred ? deferScripts(elements, inline) : null
  const sheets = elements.flatMap((element) => {
    const style = attribute(element, 'rel') === 'stylesheet' && styles.get(attribute(element, 'href') ?? '')
    return style ? [{ element, style }] : []
  })
  const running = inline.filter(({ kind }) => kind === 'known' || (kind === 'data' && deferred === null))
  return {
    html: applyEdits(html, [...(deferred ?? []), ...sheets.map(({ element, style }) => inlineStyle(element, style))]),
    scripts: running.map(({ hash }) => hash),
    styles: sheets.map(({ style }) => hashSource(style)),
    refused: inline.filter(({ kind }) => kind === 'refused').map(({ text }) => text),
  }
}
