import type { Element, Root as Html } from 'hast'
import { unified } from 'unified'
import { report } from '@/lib/content/report'
import { elementsIn, hasClass } from './html-tree'

/** Notion's names of languages that the highlighter calls differently. */
const aliases = {
  cpp: ['java/c/c++/c#'],
  csharp: ['f#'],
  vbnet: ['vb.net', 'visual-basic'],
}
const plainText = ['plain', 'plaintext', 'text', 'txt', 'math']

/** Adds class names to code in a known language. */
async function highlight(html: Html): Promise<Html> {
  const { default: rehypeHighlight } = await import('rehype-highlight')
  return unified().use(rehypeHighlight, { aliases, plainText }).runSync(html) as Html
}

/** Invalid formulas are shown as code, and logged. */
const showErrorsAsCode = () => (html: Html, file: { messages: { reason: string; cause?: unknown }[] }) => {
  for (const { reason, cause } of file.messages) {
    report('formula left as text', { because: cause instanceof Error ? cause.message : reason })
  }
  for (const node of elementsIn(html)) {
    if (!hasClass(node, 'katex-error')) continue
    node.tagName = 'code'
    node.properties = {}
  }
}

/** MathML needs no fonts or styles; `trust: false` keeps links, files and styles out of formulas. */
async function formulas(html: Html): Promise<Html> {
  const { default: rehypeKatex } = await import('rehype-katex')
  const options = { output: 'mathml', trust: false, strict: 'ignore', maxSize: 20 } as const
  return unified().use(rehypeKatex, options).use(showErrorsAsCode).runSync(html) as Html
}

const isFormula = (code: Element) =>
  ['math-inline', 'math-display', 'language-math'].some((name) => hasClass(code, name))

/** Typesets formulas and highlights code. The libraries load on first use. */
export async function typeset(html: Html): Promise<Html> {
  const codes = [...elementsIn(html)].filter(
    ({ tagName, properties }) => tagName === 'code' && Array.isArray(properties.className),
  )
  const withFormulas = codes.some(isFormula) ? await formulas(html) : html
  return codes.every(isFormula) ? withFormulas : highlight(withFormulas)
}
