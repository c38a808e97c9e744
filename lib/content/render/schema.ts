import { defaultSchema, type Options } from 'rehype-sanitize'

const tone = ['className', /^tone-[a-z]+(-ground)?$/] as const

/** Elements that authors may write. */
export const tagNames = [
  'a b blockquote br code del em h1 h2 h3 h4 h5 h6 hr input li ol p pre section strong sup',
  'abbr aside bdi bdo caption cite dd details dfn div dl dt figcaption figure i ins kbd mark q rp rt ruby s samp small',
  'span sub summary table tbody td tfoot th thead time tr u ul var wbr',
].flatMap((names) => names.split(' '))

export const notePrefix = 'source-'
export const headingPrefix = 'on-'

/**
 * Allowed elements and attributes; pictures, drawings, formulas and highlighted code are added later.
 * Ids get a prefix where they are created, because the sanitiser's own prefix would break footnote links.
 */
export const schema: Options = {
  ...defaultSchema,
  clobber: [],
  protocols: { href: ['http', 'https', 'mailto'] },
  tagNames,
  attributes: {
    '*': [
      ['id', new RegExp(`^${notePrefix}`), 'footnote-label'],
      'dataAnchor',
      ['dir', 'auto', 'ltr', 'rtl'],
      ['lang', /^[A-Za-z]{2,8}(-[A-Za-z\d]{1,8})*$/],
      [...tone],
    ],
    abbr: ['title'],
    b: ['dataFigureNumber'],
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
    code: [['className', /^language-[\w+#./-]+$/, 'math-inline', 'math-display']],
    div: [['className', 'columns', 'column', 'indented', tone[1]]],
    figure: [['className', 'drawn', 'listing']],
    input: [['disabled', true], ['type', 'checkbox'], 'checked'],
    li: [['className', 'task-list-item', tone[1]]],
    ol: ['start', ['type', 'a', 'A', 'i', 'I', '1'], ['className', 'contains-task-list']],
    p: [['className', 'bookmark', tone[1]]],
    section: ['dataFootnotes', ['className', 'footnotes']],
    span: ['dataInserted', ['className', 'icon', 'bookmark', tone[1]], ['ariaHidden', 'true']],
    td: ['align', 'colSpan', 'rowSpan'],
    th: ['align', 'colSpan', 'rowSpan', ['scope', 'col', 'row']],
    time: ['dateTime'],
    ul: [['className', 'contains-task-list']],
  },
}

/** Page copy may choose its own ids. */
export const pageSchema: Options = {
  ...schema,
  attributes: { ...schema.attributes, '*': ['id', ...(schema.attributes?.['*'] ?? [])] },
}
