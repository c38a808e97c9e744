import type { Parser, ParserOptions } from 'prettier'
import { parsers } from 'prettier/plugins/babel'

type Node = { type: string } & Record<string, unknown>

/** Input of the rules: passages of text with notes as `[^id]`, cited sources, and pictures without a name. */
export type Texts = { passages: string[]; ids: string[]; pictures: string[] }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
const nodesIn = (value: unknown): Node[] => [value].flat().filter(isNode)
const nameOf = (node: unknown) => (isNode(node) && typeof node.name === 'string' ? node.name : '')

/** Attributes that are neither read nor heard. Addresses are checked in the raw text. */
const silent = new Set(['className', 'style', 'href', 'id', 'key', 'src', 'd', 'viewBox'])
const inline = new Set('a abbr b br code em i mark q s small span strong sub sup time'.split(' '))

/** Constant text; template gaps stay open. */
function plainText(node: unknown): string | undefined {
  if (!isNode(node)) return undefined
  if (node.type === 'JSXExpressionContainer') return plainText(node.expression)
  if (/^(StringLiteral|NumericLiteral|JSXText)$/.test(node.type)) return String(node.value)
  if (node.type !== 'TemplateLiteral') return undefined
  return nodesIn(node.quasis)
    .map(({ value }) => (value as { cooked: string }).cooked)
    .join(' … ')
}

/** Reads a component's or module's text: between tags, in attributes and in quotes. */
class Reader implements Texts {
  passages: string[] = []
  ids: string[] = []
  pictures: string[] = []
  private open = ''

  private close() {
    if (this.open.trim()) this.passages.push(this.open)
    this.open = ''
  }

  /** Inline elements whose text is left out. */
  private aside(nodes: Node[]) {
    const outer = this.open
    this.open = ''
    for (const node of nodes) this.read(node)
    this.close()
    this.open = outer
  }

  read(node: Node): void {
    const { type } = node
    if (type === 'ImportDeclaration' || type === 'JSXText') return
    if (type === 'JSXElement' || type === 'JSXFragment') {
      this.element(node)
      return this.close()
    }
    if (type === 'CallExpression' && nameOf(node.callee) === 'citations') {
      this.ids.push(...nodesIn(node.arguments).flatMap((id) => plainText(id) ?? []))
      return
    }
    const text = plainText(node)
    // A single lower-case word is an identifier.
    if (text !== undefined && /^[^a-z]|\s/.test(text)) this.passages.push(text)
    for (const [key, part] of Object.entries(node)) {
      const isName = key === 'key' && node.computed !== true
      if (isName || /^type(Annotation|Parameters|Arguments)$|^(source|comments|tokens)$/.test(key)) continue
      for (const child of nodesIn(part)) this.read(child)
    }
  }

  private element(node: Node) {
    const opening = node.openingElement as Node | undefined
    const name = nameOf(opening?.name)
    const attributes = new Map<string, unknown>()
    for (const attribute of nodesIn(opening?.attributes)) {
      if (attribute.type === 'JSXSpreadAttribute') this.aside([attribute])
      else attributes.set(nameOf(attribute.name), attribute.value)
    }
    if (name === 'Cite') return this.cite(plainText(attributes.get('id')))
    for (const [key, value] of attributes) if (!silent.has(key)) this.attribute(value)
    this.judgePicture(name, attributes, node)

    const isBlock = !inline.has(name)
    if (isBlock) this.close()
    for (const child of nodesIn(node.children)) {
      const text = plainText(child)
      if (text !== undefined) this.open += text
      else if (child.type === 'JSXElement' || child.type === 'JSXFragment') this.element(child)
      else {
        this.open += ' … '
        this.aside([child])
      }
    }
    if (isBlock) this.close()
  }

  private attribute(value: unknown) {
    const text = plainText(value)
    if (text !== undefined) this.passages.push(text)
    else this.aside(nodesIn(value))
  }

  private cite(id: string | undefined) {
    if (id) this.ids.push(id)
    this.open = `${this.open.trimEnd()}[^${id ?? 'given'}] `
  }

  private judgePicture(name: string, attributes: Map<string, unknown>, node: Node) {
    const says = (key: string) => attributes.has(key) && plainText(attributes.get(key)) !== ''
    if (/^(img|Image)$/.test(name) && !attributes.has('alt')) this.pictures.push(`<${name}>`)
    if (plainText(attributes.get('role')) !== 'img' || says('aria-label') || says('aria-labelledby')) return
    const titled = nodesIn(node.children).some((child) => nameOf((child.openingElement as Node)?.name) === 'title')
    if (!titled) this.pictures.push(`<${name} role="img">`)
  }
}

/** @throws {SyntaxError} if it is not TypeScript */
export function textsInSource(source: string): Texts {
  const parser: Parser<Node> = parsers['babel-ts']
  const tree = parser.parse(source, { filepath: 'a.tsx' } as ParserOptions<Node>) as Node
  const reader = new Reader()
  reader.read(tree.program as Node)
  return reader
}

/** All texts of a JSON file. Text next to a source's id is based on that source. */
export function textsInJson(json: string, known: (id: string) => boolean): Texts {
  const passages: string[] = []
  const read = (value: unknown, note: string) => {
    if (typeof value === 'string') passages.push(value + note)
    if (typeof value !== 'object' || value === null) return
    const id = 'id' in value && typeof value.id === 'string' && known(value.id) ? `[^${value.id}]` : note
    for (const part of Object.values(value)) read(part, id)
  }
  read(JSON.parse(json), '')
  const ids = [...json.matchAll(/\[\^([\w-]+)\]/g)].flatMap(([, id = '']) => id)
  return { passages, ids, pictures: [] }
}

/** A study's front matter is based on the first source that it names. */
function withStudies(text: string): string {
  return text.replace(
    /^( *)- source: (\S+)\n((?:\1 .*\n)+)/gm,
    (_, indent: string, id: string, lines: string) =>
      `${indent}- source: ${id}\n${lines.replace(/(?<=.)\n/g, `[^${id}]\n`)}`,
  )
}

/** Sentences with the notes at their end. */
const resting = (text: string, notes: string) => text.replace(/(?<![.!?]["”’)]?)$|(?<=[.!?]["”’)]?)(?=\s|$)/g, notes)

/** Search terms are readers' words and are not shown. */
const withoutKeywords = (text: string) =>
  text.replace(/^(---\n(?:(?!---\n).*\n)*?)keywords:(?:\s*\[[^\]]*\]| *(?:\n *- .*)*)\n/, '$1')

/** A figure's label, caption and rows are separate passages, based on the caption's sources. */
function withFigures(text: string): string {
  return text.replace(/^```(?:score|bars|people)\n([^]*?)^```$/gm, (_, lines: string) => {
    const notes = [...lines.matchAll(/\[\^[^\]]+\]/g)].map(([note]) => note).join('')
    const texts = lines.split('\n').flatMap((line) => {
      const [, name, words = ''] = /^(label|caption):\s*(.*)$/.exec(line) ?? []
      if (name) return name === 'caption' ? [words] : [resting(words, notes)]
      const [, ...cells] = line.split('|').map((cell) => cell.trim())
      return cells.length > 0 ? [resting(cells.join(' '), notes)] : []
    })
    return `\n${texts.join('\n\n')}\n`
  })
}

export function textsInMarkdown(text: string): Texts {
  const all = (pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1] ?? '')
  const defined = new Set(all(/^\[\^([^\]]+)\]:/gm))
  const notes = all(/\[\^([^\]]+)\](?!:)/g).filter((id) => !defined.has(id))
  const lists = all(/^drawn: \[(.*)\]$/gm).flatMap((list) => list.split(/,\s*/))
  const pictures = [
    ...text.matchAll(/!\[\s*\]\([^)]*\)|<img\b(?![^>]*\balt=["'][^"']+["'])[^>]*>/g),
    ...text.matchAll(
      /<\w+\b(?=[^>]*\brole=["']img["'])(?![^>]*\baria-label(ledby)?=["'][^"']+["'])[^>]*>(?!\s*<title>)/g,
    ),
  ].map(([tag]) => tag)
  return {
    passages: withFigures(withStudies(withoutKeywords(text))).split(/\n\s*\n|\n(?=\s*(?:[-*#>]|\d+\.|\w+:)\s)/),
    ids: [...notes, ...lists, ...all(/^\s*- source: (\S+)$/gm)],
    pictures,
  }
}
