import type { Root as Html } from 'hast'
import rehypeKatex from 'rehype-katex'
import { unified } from 'unified'
import { elementsIn, hasClass } from './html-tree'
import { report } from '@/lib/content/report'

/** A formula that is wrong shows its text, in the look of code, and the log says why. */
const reported = () => (html: Html, file: { messages: { reason: string; cause?: unknown }[] }) => {
  for (const { reason, cause } of file.messages) {
    report('formula left as text', { because: cause instanceof Error ? cause.message : reason })
  }
  for (const node of elementsIn(html)) {
    if (!hasClass(node, 'katex-error')) continue
    node.tagName = 'code'
    node.properties = {}
  }
}

/** MathML alone, which needs neither fonts nor style; nothing in a formula may link, load or set a style. */
const typesetter = unified()
  .use(rehypeKatex, { output: 'mathml', trust: false, strict: 'ignore', maxSize: 20 })
  .use(reported)

/** Formulas as MathML. */
export const typeset = (html: Html): Html => typesetter.runSync(html) as Html
