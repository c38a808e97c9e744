import type { Properties } from 'hast'
import type { Html, Nodes, Parents, PhrasingContent, Text } from 'mdast'
import rehypeParse from 'rehype-parse'
import { unified } from 'unified'
import { postParser, wrap } from './markdown'
import { removedTags } from './schema'

/** Readers' words for elements of other sites. */
const embedNames: Readonly<Record<string, string>> = {
  audio: 'Audio',
  embed: 'Embedded file',
  frame: 'Embedded page',
  iframe: 'Embedded page',
  object: 'Embedded file',
  video: 'Video',
}
const codeTags = new Set(['script', 'style', 'template'])

/** Opening tags without an end, which would swallow the rest of the text. */
const unclosedTags = new RegExp(`</?(?:${[...removedTags, ...Object.keys(embedNames)].join('|')})\\b`, 'gi')

/** @param replacement in words, such as `a link` */
export type OnReplace = (element: string, replacement: string, node: Nodes) => void

type Tag = { start: number; end: number; name: string; isEnd: boolean; text: string }

const tags = /<!--[\s\S]*?(?:-->|$)|<(\/?)([a-z][\w:-]*)(?=[\s/>])((?:[^<>"']|"[^"]*"|'[^']*')*)>/gi

const tagsIn = (html: string): Tag[] =>
  [...html.matchAll(tags)].flatMap(({ 0: text, 1: slash, 2: name, index: start }) =>
    name ? [{ start, end: start + text.length, name: name.toLowerCase(), isEnd: slash === '/', text }] : [],
  )

const parser = unified().use(rehypeParse, { fragment: true })

/** As a browser parses them. */
function attributesOf({ text, name }: Tag): Properties {
  const [first] = parser.parse(`<x-tag${text.slice(name.length + 1)}`).children
  return first?.type === 'element' ? first.properties : {}
}

const trimmed = (value: Properties[string]): string => (typeof value === 'string' ? value.trim() : '')

const asBookmark = (node: PhrasingContent) => wrap('span', [node], { className: ['bookmark'] })

/** A link to an embed at an https address, or a notice for other embeds. */
function replacementFor(name: string, properties: Properties, isLinked: boolean): { node: Nodes; replacement: string } {
  const kind = embedNames[name] ?? 'Widget'
  const { src, dataSrc, data, title, ariaLabel } = properties
  const source = [src, data, dataSrc].map(trimmed).find((value) => /^(https?:)?\/\//i.test(value)) ?? ''
  const url = URL.parse(source.startsWith('//') ? `https:${source}` : source)
  const label = trimmed(title) || trimmed(ariaLabel)
  const hostText = url?.host ? ` on ${url.host}` : ''
  if (url?.protocol === 'https:' && name !== 'script' && !isLinked) {
    const value = label ? `${label} (${kind.toLowerCase()}${hostText})` : kind + hostText
    return {
      node: asBookmark({ type: 'link', url: url.href, children: [{ type: 'text', value }] }),
      replacement: 'a link',
    }
  }
  const value = `${label || kind + hostText}, not shown here`
  return { node: asBookmark({ type: 'text', value }), replacement: 'a notice' }
}

/** Reads the children of one parent in order, because an element may start and end in different nodes. */
class EmbedReplacer {
  readonly #output: Nodes[] = []
  /** Code is left out until its end tag. */
  #code: string | null = null
  /** A medium whose address may follow in a `source` element. */
  #medium: { tag: Tag; properties: Properties; node: Nodes } | null = null
  #links = 0

  constructor(
    private readonly parent: Parents,
    private readonly onReplace: OnReplace,
  ) {}

  read(): Nodes[] {
    for (const [index, node] of this.parent.children.entries()) {
      if (node.type === 'html') this.#html(node, index)
      else if (this.#code === null) this.#output.push(node)
    }
    this.#endMedium()
    return this.#output
  }

  #html(node: Html, index: number): void {
    let position = 0
    const addHtml = (end: number) => {
      if (end <= position || this.#code !== null) return
      this.#output.push({ ...node, value: node.value.slice(position, end).replace(unclosedTags, ' ') })
    }
    for (const tag of tagsIn(node.value)) {
      if (tag.start < position) continue
      if (tag.name === 'a') this.#links = Math.max(0, this.#links + (tag.isEnd ? -1 : 1))
      const isKnown =
        removedTags.includes(tag.name) || tag.name in embedNames || ['img', 'source', 'track'].includes(tag.name)
      if (this.#code === null && !isKnown) continue
      if (this.#code !== null && !(tag.isEnd && tag.name === this.#code)) continue
      addHtml(tag.start)
      position = tag.end
      this.#code = null
      if (codeTags.has(tag.name) && !tag.isEnd) {
        if (this.#skipCode(tag, node, index)) continue
        return this.#parseRest(node, position)
      }
      if (!codeTags.has(tag.name)) this.#tag(tag, node)
    }
    addHtml(node.value.length)
  }

  /** Whether the code has an end tag. Without one, browsers treat the rest as code. */
  #skipCode(tag: Tag, node: Html, index: number): boolean {
    const properties = attributesOf(tag)
    const isWidget = tag.name === 'script' && trimmed(properties.src) !== ''
    const { node: notice, replacement } = replacementFor(tag.name, properties, true)
    if (isWidget) this.#output.push(notice)
    const ends = (html: string) => tagsIn(html).some(({ name, isEnd }) => isEnd && name === tag.name)
    const rest = this.parent.children.slice(index + 1)
    const isClosed =
      ends(node.value.slice(tag.end)) || rest.some((sibling) => sibling.type === 'html' && ends(sibling.value))
    this.#code = isClosed ? tag.name : null
    const outcome = isWidget ? replacement : 'nothing'
    this.onReplace(
      tag.name,
      isClosed ? outcome : `${outcome}; it has no end tag, so what follows it is read as text`,
      node,
    )
    return isClosed
  }

  /** Text after unclosed code is Markdown. */
  #parseRest(node: Html, from: number): void {
    const line = (node.position?.start.line ?? 1) + node.value.slice(0, from).split('\n').length - 1
    const rest = postParser.parse('\n'.repeat(line - 1) + node.value.slice(from))
    replaceEmbeds(rest, this.onReplace)
    this.#output.push(...rest.children)
  }

  #tag(tag: Tag, node: Html): void {
    if (tag.name === 'img') return this.#picture(tag, node)
    if (tag.name === 'source' || tag.name === 'track') return this.#source(tag)
    if (!(tag.name in embedNames)) {
      const label = tag.isEnd ? '' : trimmed(attributesOf(tag).ariaLabel)
      // Keeps words of neighbouring elements apart.
      this.#output.push({ type: 'text', value: label ? `${label} ` : ' ' })
      if (!tag.isEnd) this.onReplace(tag.name, 'its words', node)
      return
    }
    if (tag.isEnd) return this.#endMedium()
    const properties = attributesOf(tag)
    const hasSources = (tag.name === 'video' || tag.name === 'audio') && trimmed(properties.src) === ''
    if (hasSources) this.#medium = { tag, properties, node }
    else this.#replace(tag, properties, node)
  }

  #replace(tag: Tag, properties: Properties, source: Nodes): void {
    const { node, replacement } = replacementFor(tag.name, properties, this.#links > 0)
    // An `embed` in an `object` repeats its address.
    if (JSON.stringify(this.#output.findLast(({ type }) => type === 'wrap')) !== JSON.stringify(node))
      this.#output.push(node)
    this.onReplace(tag.name, replacement, source)
  }

  #source(tag: Tag): void {
    if (!this.#medium) return
    const { src } = attributesOf(tag)
    if (tag.name !== 'source' || trimmed(src) === '') return
    const { tag: medium, properties, node } = this.#medium
    this.#medium = null
    this.#replace(medium, { ...properties, src }, node)
  }

  #endMedium(): void {
    if (this.#medium) this.#replace(this.#medium.tag, this.#medium.properties, this.#medium.node)
    this.#medium = null
  }

  /** Our own and external pictures are treated as in Markdown. Others become their description. */
  #picture(tag: Tag, source: Html): void {
    if (tag.isEnd) return
    const { src, alt, title } = attributesOf(tag)
    const url = trimmed(src)
    const words: Text = { type: 'text', value: trimmed(alt) }
    const isLinked = this.#links > 0
    if (url.startsWith('/pictures/') || (/^(https?:)?\/\//i.test(url) && !isLinked)) {
      const image = {
        type: 'image',
        url,
        alt: words.value,
        title: trimmed(title) || null,
        position: source.position,
      } as const
      const isAlone = this.parent.type === 'root' && tag.text === source.value.trim()
      this.#output.push(isAlone ? { type: 'paragraph', children: [image], position: source.position } : image)
      return
    }
    this.#output.push(words)
    this.onReplace('img', words.value ? 'its description' : 'nothing', source)
  }
}

/**
 * Replaces embeds, media and widgets in raw HTML by links or notices, and removes other elements that are not shown but
 * keeps their text. The result is sanitised later.
 */
export function replaceEmbeds(node: Nodes, onReplace: OnReplace): void {
  if (!('children' in node)) return
  for (const child of node.children) replaceEmbeds(child, onReplace)
  if (node.children.some(({ type }) => type === 'html')) {
    Object.assign(node, { children: new EmbedReplacer(node, onReplace).read() })
  }
}
