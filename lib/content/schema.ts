import { defaultSchema, type Options } from 'rehype-sanitize'

const tone = ['className', /^tone-[a-z]+(-ground)?$/] as const

const tagNames = [
  'a b blockquote br code del em h1 h2 h3 h4 h5 h6 hr input li ol p pre section strong sup',
  'aside details div figcaption figure span summary table tbody td th thead tr u ul',
].flatMap((names) => names.split(' '))

/**
 * What a text may become: the elements that our own converters make, and no others. Pictures, drawings,
 * formulas and coloured code are made after sanitising, from values that were checked.
 *
 * Names are prefixed where they are made (notes by `source-`, headings by `on-`), so that no text can take
 * an id that the page uses; the sanitiser's own prefix would break the links between notes and text.
 */
export const schema: Options = {
  ...defaultSchema,
  clobber: [],
  protocols: { href: ['http', 'https', 'mailto'] },
  tagNames,
  attributes: {
    '*': ['id', [...tone]],
    a: [
      'href',
      'title',
      'ariaLabel',
      'ariaDescribedBy',
      'dataFootnoteRef',
      'dataFootnoteBackref',
      ['className', 'data-footnote-backref'],
    ],
    aside: [['className', 'callout', tone[1]]],
    code: [['className', /^language-[\w+#-]+$/, 'math-inline', 'math-display']],
    div: [['className', 'columns', 'column', 'indented', tone[1]]],
    figure: [['className', 'drawn', 'listing']],
    input: [['disabled', true], ['type', 'checkbox'], 'checked'],
    li: [['className', 'task-list-item', tone[1]]],
    ol: ['start', ['className', 'contains-task-list']],
    p: [['className', 'bookmark', tone[1]]],
    section: ['dataFootnotes', ['className', 'footnotes']],
    span: ['dataMade', ['className', 'icon', tone[1]], ['ariaHidden', 'true']],
    td: ['align'],
    th: ['align', ['scope', 'col', 'row']],
    ul: [['className', 'contains-task-list']],
  },
}
