/**
 * Which of the scripts that stand in a page may run: those that the build knows, and the data of the
 * framework, which is told by its place and its form. A list of what happens to stand there would bless
 * whatever somebody had managed to plant.
 */
import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5'
import { hashSource } from './policy'

type Found = {
  /** Hash sources of what may run. */
  hashes: string[]
  /** Texts of what may not. */
  refused: string[]
}

const isElement = (node: Tree.ChildNode): node is Tree.Element => 'tagName' in node

const attribute = (element: Tree.Element, name: string) => element.attrs.find((each) => each.name === name)?.value

const textOf = (element: Tree.Element) =>
  element.childNodes.map((child) => ('value' in child ? child.value : '')).join('')

/** Types that a browser does not run; an import map or speculation rules are none of them. */
const dataTypes = new Set(['application/json', 'application/ld+json'])

const isInline = (element: Tree.Element) =>
  element.tagName === 'script' &&
  attribute(element, 'src') === undefined &&
  !dataTypes.has((attribute(element, 'type') ?? '').trim().toLowerCase())

function* scriptsIn(node: Tree.ParentNode): Generator<Tree.Element> {
  for (const child of node.childNodes) {
    if (!isElement(child)) continue
    if (isInline(child)) yield child
    yield* scriptsIn('content' in child ? (child as Tree.Template).content : child)
  }
}

/** Scripts that end the body with nothing but scripts behind them: where the framework puts its data. */
function lastScripts(document: Tree.Document): Set<Tree.Element> {
  const html = document.childNodes.find((node) => isElement(node) && node.tagName === 'html') as Tree.Element
  const body = html.childNodes.find((node) => isElement(node) && node.tagName === 'body') as Tree.Element | undefined
  const last = new Set<Tree.Element>()
  for (const node of body?.childNodes.toReversed() ?? []) {
    if (isElement(node) && node.tagName === 'script') last.add(node)
    else if (!('value' in node) || node.value.trim() !== '') break
  }
  return last
}

/** The one statement with which the framework hands its data over; what it hands over must be data. */
const handOver = /^(?:self\.__next_f|\(self\.__next_f=self\.__next_f\|\|\[\]\))\.push\((\[.*\])\)$/s

function isData(text: string): boolean {
  const [, given] = handOver.exec(text) ?? []
  if (given === undefined) return false
  try {
    const [kind] = JSON.parse(given) as unknown[]
    return typeof kind === 'number'
  } catch {
    return false
  }
}

/**
 * Reads a whole page as a browser would.
 * @param pinned hash sources of the scripts that the build knows
 */
export function inlineScripts(html: string, pinned: ReadonlySet<string>): Found {
  const document = parse(html)
  const last = lastScripts(document)
  const found: Found = { hashes: [], refused: [] }
  for (const script of scriptsIn(document)) {
    const text = textOf(script)
    const hash = hashSource(text)
    if (pinned.has(hash) || (last.has(script) && isData(text))) found.hashes.push(hash)
    else found.refused.push(text)
  }
  return found
}
