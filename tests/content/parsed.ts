import type { Element } from 'hast'
import rehypeParse from 'rehype-parse'
import { unified } from 'unified'
import { elementsIn } from '@/lib/content/render/markdown'

const parser = unified().use(rehypeParse, { fragment: true })

/** Every element that a browser makes of HTML. */
export function parsed(html: string): Element[] {
  return [...elementsIn(parser.parse(html))]
}

const addresses = new Set('href src action formAction poster background xLinkHref data cite ping'.split(' '))
const refused = new Set('script style iframe object embed form base meta link template animate'.split(' '))

/** HTML that could run, load from elsewhere or lead to an invalid address; empty if harmless. */
export function unsafeParts(html: string): string[] {
  return parsed(html).flatMap(({ tagName, properties }) => {
    const harm = refused.has(tagName) ? [`<${tagName}>`] : []
    for (const [name, value] of Object.entries(properties)) {
      const text = String(value)
      if (/^on[a-z]/i.test(name) || name === 'srcDoc') harm.push(`${tagName} ${name}`)
      if (name === 'style' && !/^(--v:[\d.]+%|color:#cc0000)$/.test(text)) harm.push(`${tagName} style=${text}`)
      // eslint-disable-next-line no-control-regex -- browsers pass over them, so a scheme may hide behind them
      const address = text.replace(/[\u0000-\u0020]/g, '')
      if (addresses.has(name) && !/^(https?:|mailto:|\/|#)/i.test(address)) harm.push(`${tagName} ${name}=${text}`)
      if (name === 'src' && !/^\/(?!\/)/.test(address)) harm.push(`${tagName} loads ${text}`)
      if (name === 'id' && !/^(source-|on-|footnote-label$)/.test(text)) harm.push(`${tagName} id=${text}`)
      if (name === 'name') harm.push(`${tagName} name=${text}`)
    }
    return harm
  })
}
