/** `html` escapes everything but markup. */
export class Markup {
  constructor(readonly text: string) {}
}

type Child = Markup | string | number | null | undefined | false | readonly Child[]

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function render(child: Child): string {
  if (child instanceof Markup) return child.text
  if (Array.isArray(child)) return child.map(render).join('')
  if (child === null || child === undefined || child === false) return ''
  return String(child).replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign)
}

export function html(strings: TemplateStringsArray, ...children: Child[]): Markup {
  return new Markup(strings.map((part, index) => part + render(children[index])).join(''))
}

const styles = `
:root{color-scheme:light dark;--line:light-dark(#75848a,#7c8e93);--first:light-dark(#09515a,#7fd6d0)}
*{box-sizing:border-box}
body{max-width:44rem;margin-inline:auto;padding:2.5rem 1.25rem 4rem;font:1.125rem/1.6 system-ui,sans-serif;overflow-wrap:anywhere}
h1{font-size:1.944rem;line-height:1.25}
a{color:var(--first)}
.card,.note{border:1px solid var(--line);border-radius:1rem;padding:1rem 1.5rem;margin-block:1.5rem}
dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1.5rem}dd{margin:0;font-weight:600}
.actions{display:flex;flex-wrap:wrap;gap:1rem}
button,input,select{font:inherit;min-height:2.75rem;padding:.5rem 1.5rem;border-radius:.5rem;border:1px solid var(--line)}
button.first{background:var(--first);color:Canvas}
label{display:block;margin-bottom:1rem}input,select{display:block}
iframe{width:100%;height:44rem;border:1px solid var(--line)}
pre{white-space:pre-wrap;font:inherit}
`

export function page(title: string, body: Markup): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="data:," />
        <title>${title}</title>
        <style>
          ${new Markup(styles)}
        </style>
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html>`.text
}

const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** `28 November 2026`, of seconds. */
export const longDate = (seconds: number) => dates.format(seconds * 1000)
