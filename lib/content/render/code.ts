import type { Element, Root as Html } from 'hast'
import { unified } from 'unified'
import { report } from '@/lib/content/report'
import { elementsIn, hasClass } from './html-tree'

/** Names of languages in Notion that the highlighter knows by another name. */
const aliases = {
  cpp: ['java/c/c++/c#'],
  csharp: ['f#'],
  vbnet: ['vb.net', 'visual-basic'],
}
const plainText = ['plain', 'plaintext', 'text', 'txt', 'math']

/** Adds class names to the words of code; code in an unknown language stays plain. */
async function highlight(html: Html): Promise<Html> {
  const { default: rehypeHighlight } = await import('rehype-highlight')
  return unified().use(rehypeHighlight, { aliases, plainText }).runSync(html) as Html
}

/** A wrong formula is shown as code, and logged. */
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

/** MathML needs neither fonts nor styles; `trust: false` keeps links, files and styles out of formulas. */
async function formulas(html: Html): Promise<Html> {
  const { default: rehypeKatex } = await import('rehype-katex')
  const options = { output: 'mathml', trust: false, strict: 'ignore', maxSize: 20 } as const
  return unified().use(rehypeKatex, options).use(showErrorsAsCode).runSync(html) as Html
}

const isFormula = (code: Element) =>
  ['math-inline', 'math-display', 'language-math'].some((name) => hasClass(code, name))

/** Typesets formulas and highlights code. The libraries are loaded by the first text that needs them. */
export async function typeset(html: Html): Promise<Html> {
  const codes = [...elementsIn(html)].filter(
    ({ tagName, properties }) => tagName === 'code' && Array.isArray(properties.className),
  )
  const withFormulas = codes.some(isFormula) ? await formulas(html) : html
  return codes.every(isFormula) ? withFormulas : highlight(withFormulas)
}
