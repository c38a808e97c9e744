import { defaultSchema, type Options } from 'rehype-sanitize'

const tone = ['className', /^tone-[a-z]+(-ground)?$/] as const

const tagNames = [
  'a b blockquote br code del em h1 h2 h3 h4 h5 h6 hr input li ol p pre section strong sup',
  'abbr aside caption cite dd details dfn div dl dt figcaption figure i ins kbd mark q s samp small span sub summary',
  'table tbody td tfoot th thead tr u ul var',
].flatMap((names) => names.split(' '))

/** Before the ids of notes, and of headings. */
export const notePrefix = 'source-'
export const headingPrefix = 'on-'

/** Elements that hold no words of the text. Left in, those that browsers read otherwise would take the rest with them. */
export const wordless = [
  'audio canvas frameset iframe math noembed noframes noscript object plaintext script select style svg template',
  'textarea title video xmp',
].flatMap((names) => names.split(' '))

/**
 * What a text may become: the elements that our own converters make and those that mark words, and no others.
 * Pictures, drawings, formulas and coloured code are made after sanitising, from values that were checked.
 *
 * Names are prefixed where they are made (notes by `source-`, headings by `on-`), so that no text can take
 * an id that the page uses; the sanitiser's own prefix would break the links between notes and text.
 */
export const schema: Options = {
  ...defaultSchema,
  clobber: [],
  protocols: { href: ['http', 'https', 'mailto'] },
  strip: wordless,
  tagNames,
  attributes: {
    '*': [
      ['id', new RegExp(`^${notePrefix}`), 'footnote-label'],
      ['dir', 'auto', 'ltr', 'rtl'],
      ['lang', /^[A-Za-z]{2,8}(-[A-Za-z\d]{1,8})*$/],
      [...tone],
    ],
    abbr: ['title'],
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
    ol: ['start', ['className', 'contains-task-list']],
    p: [['className', 'bookmark', tone[1]]],
    section: ['dataFootnotes', ['className', 'footnotes']],
    span: ['dataMade', ['className', 'icon', tone[1]], ['ariaHidden', 'true']],
    td: ['align', 'colSpan', 'rowSpan'],
    th: ['align', 'colSpan', 'rowSpan', ['scope', 'col', 'row']],
    ul: [['className', 'contains-task-list']],
  },
}

/** The same for the site's own pages, whose texts choose the addresses of their places. */
export const pageSchema: Options = {
  ...schema,
  attributes: { ...schema.attributes, '*': ['id', ...(schema.attributes?.['*'] ?? [])] },
}
