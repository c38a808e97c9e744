import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Nodes } from 'mdast'
import { concurrencyLimit } from '@/lib/content/concurrency-limit'
import { parseFrontMatter, readText } from '@/lib/content/content-files'
import {
  readAuthors,
  type Draft,
  createDraft,
  postRecord,
  type PostRecord,
  type PostSource,
  slug,
} from '@/lib/content/record'
import { countWords, minutesFor, renderMarkdown } from '@/lib/content/render/render'
import { reasonOf, report } from '@/lib/content/report'
import { postParser, nodesIn } from '@/lib/content/render/markdown'

/** `fingerprint` is the file's size, times and inode. */
export type IndexEntry = {
  file: string
  fingerprint: string
  slug: string
  record: PostRecord
  minutes: number
  picture?: string
}

const firstPicture = /!\[[^\]]*\]\((\/pictures\/[\w./-]+\.(?:jpe?g|png|webp|avif))\b/

const maxParallelReads = 64

async function readEntry(folder: string, file: string, fingerprint: string): Promise<IndexEntry> {
  const filePath = path.join(folder, file)
  const name = slug.safeParse(file.slice(0, -'.md'.length))
  if (!name.success) throw new Error(`${filePath}: the file’s name: ${name.error.issues[0]?.message}`)
  const { data, body } = parseFrontMatter(filePath, await readText(filePath), postRecord)
  const picture = firstPicture.exec(body)?.[1]
  const minutes = minutesFor(countWords(body))
  return { file, fingerprint, slug: name.data, record: data, minutes, ...(picture && { picture }) }
}

/**
 * Front matter of a folder's files. Unchanged files (size, times, inode) are not read again.
 * @param cache entries of the last call by file; it is updated
 * @param onInvalid called for each unreadable file; without it such a file throws
 */
export async function readMarkdownIndex(
  folder: string,
  cache: Map<string, IndexEntry>,
  onInvalid?: (error: unknown) => void,
): Promise<IndexEntry[]> {
  // Hidden files belong to editors.
  const names = (await readdir(folder)).filter((file) => !file.startsWith('.')).toSorted()
  for (const file of names.filter((name) => /\.(mdx|markdown|mdown|mkd)$/i.test(name))) {
    const error = new Error(`${path.join(folder, file)}: it is not read; rename it so that it ends in “.md”.`)
    if (!onInvalid) throw error
    onInvalid(error)
  }
  const files = names.filter((file) => file.endsWith('.md'))
  const readIfChanged = async (file: string) => {
    const { size, mtimeMs, ctimeMs, ino } = await stat(path.join(folder, file))
    const fingerprint = [size, mtimeMs, ctimeMs, ino].join(' ')
    const cached = cache.get(file)
    if (cached?.fingerprint === fingerprint) return cached
    return readEntry(folder, file, fingerprint).catch((error: unknown) => {
      if (!onInvalid) throw error
      onInvalid(error)
      return null
    })
  }
  const withinLimit = concurrencyLimit(maxParallelReads)
  const entries = await Promise.all(files.map((file) => withinLimit(() => readIfChanged(file))))
  const valid = entries.filter((entry) => entry !== null)
  cache.clear()
  for (const entry of valid) cache.set(entry.file, entry)
  return valid
}

/** Posts as Markdown files named by slug. An invalid file fails a build. */
export function markdownSource(folder: string): PostSource {
  const cache = new Map<string, IndexEntry>()

  async function readDrafts(onInvalid?: (error: unknown) => void): Promise<Draft[]> {
    const [entries, authorsBySlug] = await Promise.all([readMarkdownIndex(folder, cache, onInvalid), readAuthors()])
    return entries.flatMap(({ file, fingerprint, slug, record, minutes, picture }) => {
      const author = authorsBySlug.get(record.author)
      if (author) return createDraft(file, slug, record, { author, minutes, version: fingerprint, picture })
      const error = new Error(
        `${path.join(folder, file)}: author: expected one of ${[...authorsBySlug.keys()].join(', ')}, found “${record.author}”`,
      )
      if (!onInvalid) throw error
      onInvalid(error)
      return []
    })
  }
  return {
    mayBeEmpty: true,
    readDrafts: () => readDrafts(),
    readValidDrafts: () =>
      readDrafts((error) => report('post left out: its file is invalid', { reason: reasonOf(error) })),
    async readBody({ key, summary, record }) {
      const file = path.join(folder, key)
      const { body, bodyLine } = parseFrontMatter(file, await readText(file), postRecord)
      try {
        refuseForeignMarkup(body, bodyLine)
        const { html, contents, answer, text } = await renderMarkdown(body, record.answer, { file, line: bodyLine })
        return { html, contents, answer, text, minutes: summary.minutes }
      } catch (error) {
        // The answer is parsed above the text, so that its lines are not those of the file.
        const reason = reasonOf(error).replace(/^line (\d+)/, (place, line) =>
          Number(line) < bodyLine ? 'answer' : place,
        )
        throw new Error(`${file}: ${reason}`, { cause: error })
      }
    },
  }
}

const fixes = {
  alert: 'Begin the quotation with a word instead, such as **Note.**',
  markdown: 'Write it in Markdown, or in backticks to show it.',
  comment: 'Write <!-- … --> instead.',
  contents: 'Delete it: the page has a table of contents.',
  formula: 'Write $$…$$ instead.',
  dollars: 'Write $$ on lines of its own above and below the formula, with nothing beside it.',
  strong: 'Write a space after it, or leave the last mark outside the bold words.',
  link: 'Write the address here, such as /blog/a-post, or the whole address elsewhere.',
}

/** Markup that other tools process before Markdown. */
const foreignMarkup: readonly (readonly [pattern: RegExp, what: string, fix?: string])[] = [
  [/\{\{[<%][^\n]*/, 'is a shortcode of Hugo'],
  [/\{\{-?\s+[\w.]+\([^\n]*/, 'is a shortcode or a function of a template'],
  [/\{\{-?\s*(?:\$|(?:site|page|post|layout|include|this|config)\.)[^\n]*/, 'is a variable of a template'],
  [/\{%-?\s+[a-z_][^\n]*?%\}/i, 'is a template tag, as in Jekyll, Hexo or Zola'],
  [/^\s*:{3,}\s*\{?[.#]?[a-z][\w-]*[^\n]*/m, 'begins a container of another program'],
  [/^(?:import\s(?:[^\n]*\sfrom\s*)?["'][^\n]*|export\s+(?:const|default|function|let)\b[^\n]*)/m, 'is code of MDX'],
  [/<\/?(?:[A-Z][a-z]+){2,}(?=[\s/>])(?<=[a-z]{3})[^\n]*/, 'is a component of MDX'],
  [/<[A-Z][a-z]+(?:\s+[\w-]+=\{[^\n]*|(?:\s[^<>\n]*)?\/>)/, 'is a component of MDX'],
  [/^\s*\{\/\*[^\n]*/m, 'is a comment of MDX', fixes.comment],
  [/^[\s>]*\{:{1,2}[^\n]*\}\s*$/m, 'is a mark of kramdown'],
  [/\{:?\s?\.[a-z][^\n{}]*\}|(?<=[)\]])\{:?\s?[\w-]+=[^\n{}]*\}/i, 'is an attribute of kramdown or Pandoc'],
  [/^[ \t>]*(?:`{3,}|~{3,})\s*\{[^\n]*/m, 'begins a block of MyST or Quarto'],
  [/\{[a-z][\w:+-]*\}`[^`\n]+`/i, 'is a role of MyST'],
  [/^(?:!{3}|\?{3}\+?)\s+[a-z][^\n]*|^={3}\+?\s+"[^\n]*/im, 'begins a box or tab of MkDocs'],
  [/^<<<\s*[@.][^\n]*/m, 'is a file of VitePress'],
  [/!\[\[[^\n[\]]+\]\]|\[\[(?=[^\d\s^])(?!_?_?toc)[^\n[\]]+\]\](?![([])/i, 'is a link of Obsidian', fixes.link],
  [/(?:\]\(|(?:href|src)=["'])(?:\{\w+\}|__GHOST_URL__)[^)"'\s]*[)"']/, 'leads to a file of another site', fixes.link],
  [/^[ \t>]*\$\$[^\n]*/m, 'opens a formula that does not end', fixes.dollars],
  [/\*\*[^*\n]+\p{P}\*\*\p{L}/u, 'is not bold in Markdown', fixes.strong],
  [/^\s*\[\[?_?toc_?\]?\]\s*$/im, 'asks for a table of contents', fixes.contents],
  [/(?<![$\\])\$(?![$\s])[^$\n]*\\[a-z]+[^$\n]*(?<!\s)\$(?!\$)/i, 'is a formula in single dollars', fixes.formula],
  [/^\s*>\s*\[![a-z]+\]/im, 'is an alert of GitHub', fixes.alert],
  [
    /(?:\]\(|href=["'])(?![a-z][a-z\d+.-]*:|[/#])[^)"'\s]*\.(?:mdx?|html?)(?:#[^)"'\s]*)?[)"']/i,
    'leads to a file of another site',
    fixes.link,
  ],
]

const candidatePattern =
  /[{$]|\[[[!]|^(?::{3}|[!?=<]{3}|import\s|export\s)|^\s*(?::{3}|\[.?.?toc)|<\/?[A-Z]|\.(?:mdx?|html?)[)#"']|__GHOST|\p{P}\*\*\p{L}/imu

/** Code and formulas that Markdown reads otherwise than their author meant. */
function isForeign(node: Nodes, source: string, before?: string): boolean {
  if (node.type === 'math') return Boolean(node.meta) || !source.trimEnd().endsWith('$$')
  return node.type === 'code' ? Boolean(node.lang?.startsWith('{')) : node.type === 'inlineCode' && before === '}'
}

/** Blanks out code, formulas, comments and the marks of bold words, so that lines and columns stay. */
function withoutCode(text: string): string {
  let result = text
  const blankOut = (start: number, end: number) => {
    result = result.slice(0, start) + result.slice(start, end).replace(/[^\n]/g, ' ') + result.slice(end)
  }
  for (const node of nodesIn(postParser.parse(text))) {
    const [start = 0, end = 0] = [node.position?.start.offset, node.position?.end.offset]
    if (node.type === 'strong') {
      blankOut(start, start + 2)
      blankOut(end - 2, end)
    }
    const isLiteral = ['code', 'inlineCode', 'math', 'inlineMath'].includes(node.type)
    if (!isLiteral && !(node.type === 'html' && node.value.startsWith('<!--'))) continue
    if (!isForeign(node, text.slice(start, end), text[start - 1])) blankOut(start, end)
  }
  return result
}

/**
 * Rejects markup that would be printed as it is.
 * @param firstLine of the text in its file
 * @throws {Error} naming the line, the markup and a fix
 */
export function refuseForeignMarkup(text: string, firstLine: number): void {
  if (!candidatePattern.test(text)) return
  const shown = withoutCode(text)
  const [found] = foreignMarkup
    .flatMap(([pattern, what, fix = fixes.markdown]) => {
      const match = pattern.exec(shown)
      return match ? [{ index: match.index + match[0].search(/\S/), words: match[0].trim(), what, fix }] : []
    })
    .toSorted((one, other) => one.index - other.index)
  if (!found) return
  const { index, words, what, fix } = found
  const line = firstLine + shown.slice(0, index).split('\n').length - 1
  throw new Error(`line ${line}: “${words.slice(0, 60)}” ${what}, which does not work here. ${fix}`)
}
