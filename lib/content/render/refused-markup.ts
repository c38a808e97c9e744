import type { Html, Nodes, Root } from 'mdast'
import { nodesIn } from './markdown-node'
import { tagNames } from './schema'

const withoutEnd = new Set('br hr input wbr'.split(' '))
const optionalEnd = new Set('li p td th tr dt dd thead tbody tfoot rp rt'.split(' '))
/** Other attributes without a value are words, as in `<time of day>`. */
const flags = new Set('open checked disabled reversed'.split(' '))

const comments = /<!--[\s\S]*?-->/g
const tags = /<(?:[!?]|(\/?)([a-z][^\s/>]*)((?:"[^"]*"|'[^']*'|[^>"'])*)>?)/gi
const template = /\{\{|\{%|^:{3}/m

type Problem = { line: number; words: string }

class Tags {
  readonly #open: { name: string; problem: Problem }[] = []

  /** The first tag of a node that would not be shown. */
  read({ value, position }: Html): Problem | null {
    const text = value.replace(comments, (comment) => comment.replace(/[^\n]/g, ' '))
    for (const { 0: words, 1: slash, 2: tag, 3: attributes = '', index } of text.matchAll(tags)) {
      const line = (position?.start.line ?? 1) + text.slice(0, index).split('\n').length - 1
      const problem = { line, words }
      const name = tag?.toLowerCase() ?? ''
      const bare = attributes.replace(/[^\s=]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"']+)/g, '').match(/[^\s/]+/g) ?? []
      if (!tagNames.includes(name) || bare.some((word) => !flags.has(word.toLowerCase()))) return problem
      if (withoutEnd.has(name) || optionalEnd.has(name)) continue
      if (!slash) this.#open.push({ name, problem })
      else if (this.#open.pop()?.name !== name) return problem
    }
    return null
  }

  get unclosed(): Problem | null {
    return this.#open.at(-1)?.problem ?? null
  }
}

function isUnclosedFormula(node: Nodes, source: string): boolean {
  if (node.type !== 'math') return false
  const written = source.slice(node.position?.start.offset, node.position?.end.offset)
  return Boolean(node.meta) || !written.trimEnd().endsWith('$$')
}

function findProblem(tree: Root, source: string, hasPlaceholders: boolean): Problem | null {
  const html = new Tags()
  for (const node of nodesIn(tree)) {
    const line = node.position?.start.line ?? 1
    const problem = node.type === 'html' ? html.read(node) : null
    if (problem) return problem
    if (!hasPlaceholders && node.type === 'text' && template.test(node.value)) return { line, words: node.value }
    if (isUnclosedFormula(node, source)) return { line, words: '$$' }
  }
  return html.unclosed
}

/**
 * Refuses what Markdown would not show as its author meant: unknown or unclosed elements, templates and formulas.
 * @throws {Error} naming the line and the markup
 */
export function refuseMarkup(tree: Root, source: string, hasPlaceholders: boolean): void {
  const found = findProblem(tree, source, hasPlaceholders)
  if (!found) return
  const words = found.words.trim().split('\n', 1)[0]?.slice(0, 60)
  throw new Error(
    `line ${found.line}: “${words}” is not shown by Markdown. Put it in backticks, or write a backslash before it.`,
  )
}
