import { postParser } from './markdown'
import { nodesIn } from './text-tree'

const cures = {
  alert: 'Begin the quotation with a word instead, such as **Note.**',
  markdown: 'Write it in Markdown, or in backticks to show it.',
  comment: 'Write <!-- … --> instead.',
  contents: 'Delete it: the page has a table of contents.',
  formula: 'Write $$…$$ instead.',
  link: 'Write the address here, such as /blog/a-post, or the whole address elsewhere.',
}

/** Markup that other tools process before Markdown. */
const kinds: readonly (readonly [pattern: RegExp, what: string, cure?: string])[] = [
  [/\{\{[<%][^\n]*/, 'is a shortcode of Hugo'],
  [/\{\{-?\s+[\w.]+\([^\n]*/, 'is a shortcode or a function of a template'],
  [/\{\{-?\s*(?:site|page|post|layout|include|this|config)\.[^\n]*/, 'is a variable of a template'],
  [/\{%-?\s+[a-z_][^\n]*?%\}/i, 'is a template tag, as in Jekyll, Hexo or Zola'],
  [/^\s*:{3,}\s*\{?[a-z][\w-]*[^\n]*/m, 'begins a container of another program'],
  [/^(?:import\s(?:[^\n]*\sfrom\s*)?["'][^\n]*|export\s+(?:const|default|function|let)\b[^\n]*)/m, 'is code of MDX'],
  [/<\/?(?:[A-Z][a-z]+){2,}(?=[\s/>])(?<=[a-z]{3})[^\n]*/, 'is a component of MDX'],
  [/<[A-Z][a-z]+(?:\s+[\w-]+=\{[^\n]*|\s*\/>)/, 'is a component of MDX'],
  [/^\s*\{\/\*[^\n]*/m, 'is a comment of MDX', cures.comment],
  [/^\s*\{:{1,2}[^\n]*\}\s*$/m, 'is a mark of kramdown'],
  [/^\s*\[\[?_?toc_?\]?\]\s*$/im, 'asks for a table of contents', cures.contents],
  [/(?<![$\\])\$(?![$\s])[^$\n]*\\[a-z]+[^$\n]*(?<!\s)\$(?!\$)/i, 'is a formula in single dollars', cures.formula],
  [/^\s*>\s*\[![a-z]+\]/im, 'is an alert of GitHub', cures.alert],
  [
    /(?:\]\(|href=["'])(?![a-z][a-z\d+.-]*:|[/#])[^)"'\s]*\.(?:mdx?|html?)(?:#[^)"'\s]*)?[)"']/i,
    'leads to a file of another site',
    cures.link,
  ],
]

const isCandidate =
  /\{\{|\{%|^\s*:{3}|^import\s|^export\s|<\/?[A-Z][a-z]|^\s*\{[/:]|^\s*\[.?.?toc|\$[^$\n]*\\|\.(?:mdx?|html?)[)#"']|\[!/im

/** Blanks out code, formulas and comments, so that lines and columns stay. */
function withoutCode(text: string): string {
  let left = text
  for (const node of nodesIn(postParser.parse(text))) {
    const isShown = ['code', 'inlineCode', 'math', 'inlineMath'].includes(node.type)
    if (!isShown && !(node.type === 'html' && node.value.startsWith('<!--'))) continue
    const [start = 0, end = 0] = [node.position?.start.offset, node.position?.end.offset]
    left = left.slice(0, start) + left.slice(start, end).replace(/[^\n]/g, ' ') + left.slice(end)
  }
  return left
}

/**
 * Rejects markup that would be printed as it is.
 * @param firstLine of the text in its file
 * @throws {Error} naming the line, the markup and a fix
 */
export function refuseForeignMarkup(text: string, firstLine: number): void {
  if (!isCandidate.test(text)) return
  const shown = withoutCode(text)
  const [found] = kinds
    .flatMap(([pattern, what, cure = cures.markdown]) => {
      const match = pattern.exec(shown)
      return match ? [{ index: match.index + match[0].search(/\S/), words: match[0].trim(), what, cure }] : []
    })
    .toSorted((one, other) => one.index - other.index)
  if (!found) return
  const { index, words, what, cure } = found
  const line = firstLine + shown.slice(0, index).split('\n').length - 1
  throw new Error(`line ${line}: “${words.slice(0, 60)}” ${what}, which does not work here. ${cure}`)
}
