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
:root{color-scheme:light dark;--bg:#fbfaf7;--surface:#fff;--sunken:#f1eee7;--text:#1b2a30;--muted:#3f4f56;--primary:#09515a;--on-primary:#fff;--border:#75848a;--focus:#0b3d91}
@media (prefers-color-scheme:dark){:root{--bg:#10191c;--surface:#182428;--sunken:#0b1214;--text:#eef2f1;--muted:#bcc9cb;--primary:#7fd6d0;--on-primary:#062a2d;--border:#7c8e93;--focus:#ffd166}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--text);font:1.125rem/1.6 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",Arial,sans-serif}
main{max-width:42rem;margin-inline:auto;padding:2.5rem 1.25rem 4rem}
h1{font-size:1.944rem;line-height:1.25;margin:0 0 1rem}
h2{font-size:1.35rem;margin:2.5rem 0 .5rem}
h3{font-size:1.125rem;margin:1.5rem 0 .5rem}
code{font-size:.9375em;overflow-wrap:anywhere}
p,dl,ul,pre{margin:0 0 1rem}li{overflow-wrap:anywhere}
a{color:var(--primary);overflow-wrap:anywhere}
a:focus-visible,button:focus-visible,input:focus-visible,select:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
.card{background:var(--surface);border:1px solid var(--border);border-radius:1rem;padding:1.5rem;margin-block:1.5rem}
.card>:last-child{margin-bottom:0}.card h2{margin-top:.25rem}
dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1.5rem}
dt{color:var(--muted)}dd{margin:0;font-weight:600}
.note{background:var(--sunken);border-radius:.5rem;padding:1rem;color:var(--muted);font-size:1rem}
.actions{display:flex;flex-wrap:wrap;gap:1rem;margin-block:1.5rem}
.actions form{margin:0}
button{font:inherit;font-weight:600;min-height:2.75rem;padding:.5rem 1.5rem;border-radius:.5rem;border:1px solid var(--border);background:transparent;color:var(--text);cursor:pointer}
button.first{background:var(--primary);border-color:var(--primary);color:var(--on-primary)}
label{display:block;margin-bottom:1rem}
input,select{font:inherit;color:inherit;background:var(--surface);border:1px solid var(--border);border-radius:.5rem;min-height:2.75rem;padding:.25rem .75rem;display:block;width:100%;max-width:20rem}
iframe{width:100%;height:44rem;border:1px solid var(--border)}
pre{white-space:pre-wrap;font:inherit;overflow-wrap:anywhere}
.meta{color:var(--muted);font-size:.9375rem;margin:0}
table{border-collapse:collapse;width:100%;margin-bottom:1rem}
th,td{text-align:start;padding:.25rem 1rem .25rem 0;border-bottom:1px solid var(--border)}
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
