/** Finds inline scripts that may be injected: only the build's scripts and Next's data may run. */
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { hashSource } from '@/server/csp'

export type InlineScript = {
  element: Tree.Element
  text: string
  hash: string
  kind: 'known' | 'data' | 'refused'
}

const isElement = (node: Tree.ChildNode): node is Tree.Element => 'tagName' in node

export const attribute = (element: Tree.Element, name: string): string | undefined =>
  element.attrs.find((each) => each.name === name)?.value

const textOf = (element: Tree.Element) =>
  element.childNodes.map((child) => ('value' in child ? child.value : '')).join('')

/** Inert types. Import maps and speculation rules have effects. */
const dataTypes = new Set(['application/json', 'application/ld+json'])

const isInline = (element: Tree.Element) =>
  element.tagName === 'script' &&
  attribute(element, 'src') === undefined &&
  !dataTypes.has((attribute(element, 'type') ?? '').trim().toLowerCase())

/** Includes templates, whose content a script could insert. */
export function* elementsIn(node: Tree.ParentNode): Generator<Tree.Element> {
  for (const child of node.childNodes) {
    if (!isElement(child)) continue
    yield child
    yield* elementsIn('content' in child ? (child as Tree.Template).content : child)
  }
}

/** Scripts at the end of the body, where Next writes its data. */
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

const flightPush = /^(?:self\.__next_f|\(self\.__next_f=self\.__next_f\|\|\[\]\))\.push\((\[.*\])\)$/s

export function flightDataOf(text: string): unknown[] | null {
  const [, json] = flightPush.exec(text) ?? []
  if (json === undefined) return null
  try {
    const data = JSON.parse(json) as unknown[]
    return typeof data[0] === 'number' ? data : null
  } catch {
    return null
  }
}

export function findInlineScripts(document: Tree.Document, allowed: ReadonlySet<string>): InlineScript[] {
  const last = lastScripts(document)
  const scripts: InlineScript[] = []
  for (const element of elementsIn(document)) {
    if (!isInline(element)) continue
    const text = textOf(element)
    const hash = hashSource(text)
    const isData = () => last.has(element) && flightDataOf(text) !== null
    scripts.push({ element, text, hash, kind: allowed.has(hash) ? 'known' : isData() ? 'data' : 'refused' })
  }
  return scripts
}
