/**
 * Which of the scripts that stand in a page may run: those that the build knows, and the data of the
 * framework, which is told by its place and its form. A list of what happens to stand there would bless
 * whatever somebody had managed to plant.
 */
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { hashSource } from './policy'

export type InlineScript = {
  element: Tree.Element
  text: string
  /** Its hash source, for a policy. */
  hash: string
  /** `own`: one that the build knows. `data`: what the framework hands over. `refused`: anything else. */
  kind: 'own' | 'data' | 'refused'
}

const isElement = (node: Tree.ChildNode): node is Tree.Element => 'tagName' in node

export const attribute = (element: Tree.Element, name: string): string | undefined =>
  element.attrs.find((each) => each.name === name)?.value

const textOf = (element: Tree.Element) =>
  element.childNodes.map((child) => ('value' in child ? child.value : '')).join('')

/** Types that a browser does not run; an import map or speculation rules are none of them. */
const dataTypes = new Set(['application/json', 'application/ld+json'])

const isInline = (element: Tree.Element) =>
  element.tagName === 'script' &&
  attribute(element, 'src') === undefined &&
  !dataTypes.has((attribute(element, 'type') ?? '').trim().toLowerCase())

/** Every element of a page, in its order; what is in a template counts, for a script may bring it out. */
export function* elementsIn(node: Tree.ParentNode): Generator<Tree.Element> {
  for (const child of node.childNodes) {
    if (!isElement(child)) continue
    yield child
    yield* elementsIn('content' in child ? (child as Tree.Template).content : child)
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

/** What a script of the framework hands over, or null where it does anything else. */
export function handedOver(text: string): unknown[] | null {
  const [, given] = handOver.exec(text) ?? []
  if (given === undefined) return null
  try {
    const data = JSON.parse(given) as unknown[]
    return typeof data[0] === 'number' ? data : null
  } catch {
    return null
  }
}

/**
 * The inline scripts of a page that has been read as a browser would read it.
 * @param pinned hash sources of the scripts that the build knows
 */
export function inlineScripts(document: Tree.Document, pinned: ReadonlySet<string>): InlineScript[] {
  const last = lastScripts(document)
  const found: InlineScript[] = []
  for (const element of elementsIn(document)) {
    if (!isInline(element)) continue
    const text = textOf(element)
    const hash = hashSource(text)
    const isData = () => last.has(element) && handedOver(text) !== null
    found.push({ element, text, hash, kind: pinned.has(hash) ? 'own' : isData() ? 'data' : 'refused' })
  }
  return found
}
