import type { Properties } from 'hast'
import type { Html, Nodes, Parents, PhrasingContent, Text } from 'mdast'
import rehypeParse from 'rehype-parse'
import { unified } from 'unified'
import { postParser, wrap } from './markdown'
import { wordless } from './schema'

/** Readers' words for elements of other sites. */
const embeds: Readonly<Record<string, string>> = {
  audio: 'Audio',
  embed: 'Embedded file',
  frame: 'Embedded page',
  iframe: 'Embedded page',
  object: 'Embedded file',
  video: 'Video',
}
const code = new Set(['script', 'style', 'template'])

/** Opening tags without an end, which would swallow the rest of the text. */
const leftovers = new RegExp(`</?(?:${[...wordless, ...Object.keys(embeds)].join('|')})\\b`, 'gi')

/** @param what becomes of the element, such as `a link` */
export type Tell = (element: string, what: string, node: Nodes) => void

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

const wordOf = (value: Properties[string]): string => (typeof value === 'string' ? value.trim() : '')

const inBox = (node: PhrasingContent) => wrap('span', [node], { className: ['bookmark'] })

/** A link to an embed at an https address, or a notice for other embeds. */
function standIn(name: string, properties: Properties, isLinked: boolean): { node: Nodes; what: string } {
  const kind = embeds[name] ?? 'Widget'
  const { src, dataSrc, data, title, ariaLabel } = properties
  const source = [src, data, dataSrc].map(wordOf).find((value) => /^(https?:)?\/\//i.test(value)) ?? ''
  const url = URL.parse(source.startsWith('//') ? `https:${source}` : source)
  const named = wordOf(title) || wordOf(ariaLabel)
  const place = url?.host ? ` on ${url.host}` : ''
  if (url?.protocol === 'https:' && name !== 'script' && !isLinked) {
    const value = named ? `${named} (${kind.toLowerCase()}${place})` : kind + place
    return { node: inBox({ type: 'link', url: url.href, children: [{ type: 'text', value }] }), what: 'a link' }
  }
  const value = `${named || kind + place}, not shown here`
  return { node: inBox({ type: 'text', value }), what: 'a notice' }
}

/** Reads the children of one parent in order, because an element may start and end in different nodes. */
class Reader {
  readonly #out: Nodes[] = []
  /** Code is left out until its end tag. */
  #code: string | null = null
  /** A medium whose address may follow in a `source` element. */
  #medium: { tag: Tag; properties: Properties; node: Nodes } | null = null
  #links = 0

  constructor(
    private readonly parent: Parents,
    private readonly tell: Tell,
  ) {}

  read(): Nodes[] {
    for (const [index, node] of this.parent.children.entries()) {
      if (node.type === 'html') this.#html(node, index)
      else if (this.#code === null) this.#out.push(node)
    }
    this.#endMedium()
    return this.#out
  }

  #html(node: Html, index: number): void {
    let at = 0
    const keep = (end: number) => {
      if (end <= at || this.#code !== null) return
      this.#out.push({ ...node, value: node.value.slice(at, end).replace(leftovers, ' ') })
    }
    for (const tag of tagsIn(node.value)) {
      if (tag.start < at) continue
      if (tag.name === 'a') this.#links = Math.max(0, this.#links + (tag.isEnd ? -1 : 1))
      const isKnown = wordless.includes(tag.name) || tag.name in embeds || ['img', 'source', 'track'].includes(tag.name)
      if (this.#code === null && !isKnown) continue
      if (this.#code !== null && !(tag.isEnd && tag.name === this.#code)) continue
      keep(tag.start)
      at = tag.end
      this.#code = null
      if (code.has(tag.name) && !tag.isEnd) {
        if (this.#skipCode(tag, node, index)) continue
        return this.#again(node, at)
      }
      if (!code.has(tag.name)) this.#tag(tag, node)
    }
    keep(node.value.length)
  }

  /** Whether the code has an end tag. Without one, browsers treat the rest as code. */
  #skipCode(tag: Tag, node: Html, index: number): boolean {
    const properties = attributesOf(tag)
    const isWidget = tag.name === 'script' && wordOf(properties.src) !== ''
    const { node: notice, what } = standIn(tag.name, properties, true)
    if (isWidget) this.#out.push(notice)
    const ends = (html: string) => tagsIn(html).some(({ name, isEnd }) => isEnd && name === tag.name)
    const rest = this.parent.children.slice(index + 1)
    const isClosed =
      ends(node.value.slice(tag.end)) || rest.some((sibling) => sibling.type === 'html' && ends(sibling.value))
    this.#code = isClosed ? tag.name : null
    const become = isWidget ? what : 'nothing'
    this.tell(tag.name, isClosed ? become : `${become}; it has no end tag, so what follows it is read as text`, node)
    return isClosed
  }

  /** Text after unclosed code is Markdown. */
  #again(node: Html, from: number): void {
    const line = (node.position?.start.line ?? 1) + node.value.slice(0, from).split('\n').length - 1
    const rest = postParser.parse('\n'.repeat(line - 1) + node.value.slice(from))
    withoutEmbeds(rest, this.tell)
    this.#out.push(...rest.children)
  }

  #tag(tag: Tag, node: Html): void {
    if (tag.name === 'img') return this.#picture(tag, node)
    if (tag.name === 'source' || tag.name === 'track') return this.#source(tag)
    if (!(tag.name in embeds)) {
      const label = tag.isEnd ? '' : wordOf(attributesOf(tag).ariaLabel)
      // Keeps words of neighbouring elements apart.
      this.#out.push({ type: 'text', value: label ? `${label} ` : ' ' })
      if (!tag.isEnd) this.tell(tag.name, 'its words', node)
      return
    }
    if (tag.isEnd) return this.#endMedium()
    const properties = attributesOf(tag)
    const hasSources = (tag.name === 'video' || tag.name === 'audio') && wordOf(properties.src) === ''
    if (hasSources) this.#medium = { tag, properties, node }
    else this.#show(tag, properties, node)
  }

  #show(tag: Tag, properties: Properties, of: Nodes): void {
    const { node, what } = standIn(tag.name, properties, this.#links > 0)
    // An `embed` in an `object` repeats its address.
    if (JSON.stringify(this.#out.findLast(({ type }) => type === 'wrap')) !== JSON.stringify(node)) this.#out.push(node)
    this.tell(tag.name, what, of)
  }

  #source(tag: Tag): void {
    if (!this.#medium) return
    const { src } = attributesOf(tag)
    if (tag.name !== 'source' || wordOf(src) === '') return
    const { tag: medium, properties, node } = this.#medium
    this.#medium = null
    this.#show(medium, { ...properties, src }, node)
  }

  #endMedium(): void {
    if (this.#medium) this.#show(this.#medium.tag, this.#medium.properties, this.#medium.node)
    this.#medium = null
  }

  /** Our own and external pictures are treated as in Markdown. Others become their description. */
  #picture(tag: Tag, of: Html): void {
    if (tag.isEnd) return
    const { src, alt, title } = attributesOf(tag)
    const url = wordOf(src)
    const words: Text = { type: 'text', value: wordOf(alt) }
    const isLinked = this.#links > 0
    if (url.startsWith('/pictures/') || (/^(https?:)?\/\//i.test(url) && !isLinked)) {
      const image = {
        type: 'image',
        url,
        alt: words.value,
        title: wordOf(title) || null,
        position: of.position,
      } as const
      const isAlone = this.parent.type === 'root' && tag.text === of.value.trim()
      this.#out.push(isAlone ? { type: 'paragraph', children: [image], position: of.position } : image)
      return
    }
    this.#out.push(words)
    this.tell('img', words.value ? 'its description' : 'nothing', of)
  }
}

/**
 * Replaces embeds, media and widgets in raw HTML by links or notices, and removes other elements that are not shown but
 * keeps their text. The result is sanitised later.
 */
export function withoutEmbeds(node: Nodes, tell: Tell): void {
  if (!('children' in node)) return
  for (const child of node.children) withoutEmbeds(child, tell)
  if (node.children.some(({ type }) => type === 'html')) {
    Object.assign(node, { children: new Reader(node, tell).read() })
  }
}
