import type { Element, ElementContent, Root as Html, RootContent } from 'hast'
import type { Nodes } from 'mdast'
import rehypeSanitize from 'rehype-sanitize'
import rehypeSlug from 'rehype-slug'
import rehypeStringify from 'rehype-stringify'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import { originAtBuild, siteSettings } from '@/lib/site-settings'
import {
  element,
  headingPrefix,
  isElement,
  isParent,
  pageSchema,
  parseMarkdown,
  takeHeadingId,
  textOf,
} from '@/lib/content/render/markdown'
import { reasonOf } from '@/lib/content/content-files'
import { translatorOf } from '@/lib/i18n/messages'
import { isolate, localPath, type Locale } from '@/lib/locales'
import type { Citation, RenderedText } from '@/lib/contract/content'
import { defaultHosts, paths, siteName, storeCancelAddress } from '@/lib/site'
import { hasSource, getSource } from './evidence'

/** The company behind the service, or words that say that it is not set, so that the owner notices. */
export async function companyOf(locale: Locale): Promise<{ company: string; companyAddress: string }> {
  const t = await translatorOf(locale, 'site')
  const { company, companyAddress } = siteSettings()
  return {
    company: isolate(company ?? t('companyNotSet', { site: siteName }), locale),
    companyAddress: isolate(companyAddress ?? t('addressNotSet'), locale),
  }
}

type Placeholders = Readonly<Record<string, string>>

/** Placeholders of page copy: `{{mail}}` in text or in a link's address. */
export async function placeholdersOf(locale: Locale): Promise<Placeholders> {
  const [auth, reading] = await Promise.all([translatorOf(locale, 'auth'), translatorOf(locale, 'reading')])
  const { mail, app, pauseMonths, refundWindowDays } = siteSettings()
  const { company, companyAddress } = await companyOf(locale)
  return {
    site: siteName,
    mail,
    company,
    'company-address': companyAddress,
    app,
    'health-consent': auth('consent.health'),
    'pause-months': reading('pauseMonths', { months: pauseMonths }),
    'refund-days': String(refundWindowDays),
    'play-store-cancel': storeCancelAddress.play_store,
    'app-store-cancel': storeCancelAddress.app_store,
    ...Object.fromEntries(
      Object.entries(paths).flatMap(([name, path]) => (typeof path === 'string' ? [[name, path]] : [])),
    ),
  }
}

export function fillPlaceholders(text: string, values: Placeholders): string {
  return text.replace(/\{\{(.*?)\}\}/g, (_, name: string) => {
    if (!Object.hasOwn(values, name)) throw new Error(`{{${name}}} is not a placeholder (lib/content/pages/copy.ts).`)
    return values[name] ?? ''
  })
}

const isSourceNumber = (node: RootContent): node is Element => isElement(node, 'sup')

/** Marks price links, print links and adjacent source numbers. */
function markLinks(node: Html | ElementContent, pricing: string): void {
  if (node.type === 'element' && node.tagName === 'a') {
    const href = String(node.properties.href ?? '')
    if (href === pricing) node.properties.dataPricingLink = ''
    if (/^(\/|https:)/.test(href)) {
      const { host, pathname, search } = new URL(href, originAtBuild() ?? `https://${defaultHosts.main}`)
      node.properties.dataAddress = `${host}${pathname}${search}`
    }
  }
  if (!('children' in node)) return
  for (const [index, child] of node.children.entries()) {
    const previous = node.children[index - 1]
    if (isSourceNumber(child) && previous && isSourceNumber(previous)) child.properties.dataBeside = ''
    if (child.type !== 'doctype') markLinks(child, pricing)
  }
}

export type Copy = {
  file: string
  text: string
  /** Return the content of the only paragraph. */
  inline?: boolean
}

type Context = {
  locale: Locale
  sources: Citation[]
  isFixed: boolean
  values: Placeholders
  sourceName: (number: number) => string
}

const serializer = unified().use(rehypeStringify)
const toHtml = unified().use(remarkRehype).use(rehypeSanitize, pageSchema).use(rehypeSlug, { prefix: headingPrefix })

function numberOf(id: string, { locale, sources, isFixed }: Context): { number: number; anchor: string | undefined } {
  const listed = sources.find((citation) => citation.id === id)
  if (listed) return { number: listed.number, anchor: undefined }
  if (isFixed) throw new Error(`the page cites "${id}" without listing it.`)
  const anchor = `cited-${id}`
  sources.push({ ...getSource(id, locale), number: sources.length + 1, back: anchor })
  return { number: sources.length, anchor }
}

/** The same markup as `Cite` in components/site/sources.tsx. */
function sourceMark(id: string, context: Context): Element {
  const { number, anchor } = numberOf(id, context)
  const link = element('a', { href: `#source-${id}`, ariaLabel: context.sourceName(number) }, String(number))
  return element('sup', anchor ? { id: anchor } : {}, link)
}

function resolveNode(node: Nodes, context: Context): void {
  if (node.type === 'text') node.value = fillPlaceholders(node.value, context.values)
  if (node.type === 'link') node.url = localPath(fillPlaceholders(node.url, context.values), context.locale)
  takeHeadingId(node)
  if (node.type === 'footnoteReference') {
    const sup = sourceMark(node.identifier, context)
    node.data = { hName: 'sup', hProperties: sup.properties, hChildren: sup.children }
    // remark-rehype renders unknown nodes from their data, but treats footnotes specially.
    Object.assign(node, { type: 'citation' })
  }
  if (!isParent(node)) return
  Object.assign(node, { children: node.children.filter(({ type }) => type !== 'footnoteDefinition') })
  for (const child of node.children) resolveNode(child, context)
}

async function render({ text, inline }: Omit<Copy, 'file'>, context: Context): Promise<RenderedText> {
  const citedIds = new Set([...text.matchAll(/\[\^([^\]]+)\]/g)].map((match) => match[1] ?? ''))
  const unknown = [...citedIds].find((id) => !hasSource(id))
  if (unknown !== undefined) throw new Error(`"${unknown}" is not in content/evidence.json.`)
  const tree = parseMarkdown([text, ...[...citedIds].map((id) => `[^${id}]: ${id}`)].join('\n\n'))
  resolveNode(tree, context)
  const html = await toHtml.run(tree)
  markLinks(html, localPath(paths.pricing, context.locale))
  const elements = html.children.filter(({ type }) => type === 'element')
  if (inline && elements.length !== 1) throw new Error(`one paragraph was expected: “${text.slice(0, 60)}”.`)
  const children = inline && elements[0]?.type === 'element' ? elements[0].children : html.children
  const contents = html.children.flatMap((node) =>
    isElement(node, 'h2') ? [{ id: String(node.properties.id), text: textOf(node, isSourceNumber) }] : [],
  )
  const words = textOf(html, isSourceNumber).replace(/\s+/g, ' ').trim()
  return { html: serializer.stringify({ type: 'root', children }), contents, text: words }
}

/** The texts of one page share a numbered list of sources: `fixedSources`, if the page has one already. */
export async function renderCopy(
  locale: Locale,
  copies: readonly Copy[],
  fixedSources?: readonly Citation[],
): Promise<{ pieces: RenderedText[]; sources: Citation[] }> {
  const t = await translatorOf(locale, 'reading')
  const context: Context = {
    locale,
    sources: [...(fixedSources ?? [])],
    isFixed: fixedSources !== undefined,
    values: await placeholdersOf(locale),
    sourceName: (number) => t('source', { number }),
  }
  const pieces: RenderedText[] = []
  for (const copy of copies) {
    pieces.push(
      await render(copy, context).catch((error: unknown) => {
        // Lines are counted from the text, which may begin anywhere in its file.
        throw new Error(`${copy.file}: ${reasonOf(error).replace(/^line \d+: /, '')}`, { cause: error })
      }),
    )
  }
  return { pieces, sources: context.sources }
}
