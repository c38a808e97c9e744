import type { Context } from './contexts'

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
  // As a careless editor does it: parsed, written out, and parsed again.
  mutation: (text) =>
    `<div id=m></div><script type=text/plain id=s>${text.replaceAll('</script', '<\\/script')}</script><script>
    m.innerHTML = s.textContent; m.innerHTML = m.innerHTML</script>${text}`,
  markdown: (text) => `${text.replace(/!?\[[^\]]*\]\(([^)]*)\)/g, '<a href="$1">x</a><img src="$1">')}`,
}

/** A template engine that trusts what it is given. */
const engine = (text: string) => `<p id=t></p><script>
  const text = ${JSON.stringify(text).replaceAll('<', '\\u003c')}
  for (const [, braces, dollar, percent] of text.matchAll(/\\{\\{(.*)\\}\\}|\\$\\{(.*)\\}|<%=(.*?)%>/g))
    Function('with (Object) { return (' + (braces ?? dollar ?? percent) + ') }')()
  t.innerHTML = text</script>`

/** A page that puts a text into a place without any care: what must be caught there is what the sentinel can see. */
export const unsafePage = ({ text, context }: { text: string; context: Context }): string =>
  `<!doctype html><meta charset=utf-8><body>${context === 'template' ? engine(text) : places[context](text)}`
