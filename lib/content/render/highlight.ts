import type { Root as Html } from 'hast'
import rehypeHighlight from 'rehype-highlight'
import { unified } from 'unified'

/** What publishers call a language, where it has another name in the highlighter or is none. */
const aliases = {
  cpp: ['java/c/c++/c#'],
  csharp: ['f#'],
  vbnet: ['vb.net', 'visual-basic'],
}
const plainText = ['plain', 'plaintext', 'text', 'txt', 'math']

const highlighter = unified().use(rehypeHighlight, { aliases, plainText })

/** Words of code get the class names of their kinds; a language that is not known stays plain. */
export const highlight = (html: Html): Html => highlighter.runSync(html) as Html
