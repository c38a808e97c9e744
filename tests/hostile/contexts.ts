/** Where a page may insert a text. */
export type Context =
  | 'element'
  | 'double-quoted attribute'
  | 'single-quoted attribute'
  | 'bare attribute'
  | 'address'
  | 'comment'
  | 'text area'
  | 'title'
  | 'style'
  | 'script'
  | 'data in a script'
  | 'mutation'
  | 'template'
  | 'markdown'

/** Texts that end a context, so that markup may follow, and texts that repair the rest of the page. */
export const breaks: readonly (readonly [Context, before: string, after: string])[] = [
  ['element', '', ''],
  ['element', 'Words ', ' and words'],
  ['element', '</p></div>', '<div><p>'],
  ['element', '</select></table></svg></math></template>', ''],
  ['element', ']]>', ''],
  ['double-quoted attribute', '">', '<b x="'],
  ['double-quoted attribute', '"/>', ''],
  ['double-quoted attribute', '&quot;">', ''],
  ['double-quoted attribute', '\\">', '//'],
  ['single-quoted attribute', "'>", "<b x='"],
  ['single-quoted attribute', "\\'>", ''],
  ['single-quoted attribute', "&#39;'/>", ''],
  ['bare attribute', 'x>', ''],
  ['bare attribute', '`>', '`'],
  ['bare attribute', 'x/>', '<!--'],
  ['comment', '-->', '<!--'],
  ['comment', '--!>', ''],
  ['comment', '>', ''],
  ['text area', '</textarea>', ''],
  ['text area', '</TEXTAREA\n>', ''],
  ['title', '</title>', '<title>'],
  ['title', '</title/x>', ''],
  ['style', '</style>', '<style>'],
  ['style', '}*{}</style\t>', ''],
  ['script', '</script>', '<script>'],
  ['script', '<!--</script>', ''],
  ['script', '*/--></script >', ''],
  ['data in a script', '"}</script>', ''],
  ['data in a script', '\\"}]</ScRiPt\n>', '<script>'],
]

const places: Record<Exclude<Context, 'template'>, (text: string) => string> = {
  element: (text) => `<div>${text}</div>`,
  'double-quoted attribute': (text) => `<p title="${text}">x</p>`,
  'single-quoted attribute': (text) => `<p title='${text}'>x</p>`,
  'bare attribute': (text) => `<p title=${text}>x</p>`,
  address: (text) => `<a href="${text.replaceAll('"', '&quot;')}">x</a>`,
  comment: (text) => `<!-- ${text} -->`,
  'text area': (text) => `<textarea>${text}</textarea>`,
  title: (text) => `<title>${text}</title>`,
  style: (text) => `<style>${text}</style>`,
  script: (text) => `<script>var said = "${text}"\nvar other = \`${text}\`\nvar third = '${text}'</script>`,
  'data in a script': (text) => `<script>var data = {"a":"${text}"}</script>`,
  // Parsed, serialised and parsed again, as by an editor.
  mutation: (text) =>
    `<div id=m></div><script type=text/plain id=s>${text.replaceAll('</script', '<\\/script')}</script><script>
    m.innerHTML = s.textContent; m.innerHTML = m.innerHTML</script>${text}`,
  markdown: (text) => `${text.replace(/!?\[[^\]]*\]\(([^)]*)\)/g, '<a href="$1">x</a><img src="$1">')}`,
}

/** A template engine that evaluates its input. */
const engine = (text: string) => `<p id=t></p><script>
  const text = ${JSON.stringify(text).replaceAll('<', '\\u003c')}
  for (const [, braces, dollar, percent] of text.matchAll(/\\{\\{(.*)\\}\\}|\\$\\{(.*)\\}|<%=(.*?)%>/g))
    Function('with (Object) { return (' + (braces ?? dollar ?? percent) + ') }')()
  t.innerHTML = text</script>`

/** A page that inserts a text without escaping, to check that the tests notice an attack. */
export const unsafePage = ({ text, context }: { text: string; context: Context }): string =>
  `<!doctype html><meta charset=utf-8><body>${context === 'template' ? engine(text) : places[context](text)}`
