import { useTranslations } from 'next-intl'
import { getFormatter, getLocale, getTranslations } from 'next-intl/server'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { pageMetadata } from '@/components/site/metadata'
import { Page } from '@/components/site/page'
import { Section } from '@/components/site/section'
import { Sources } from '@/components/site/sources'
import { DefinitionList } from '@/components/site/lists'
import { SanitizedHtml } from '@/components/site/sanitized-html'
import { Notice } from '@/components/ui/notice'
import { Link } from '@/components/ui/button'
import { readTherapist, readTherapistSlugs } from '@/lib/content/pages/therapists'
import { defaultLocale, locales } from '@/lib/locales'
import { paths } from '@/lib/site'

type Props = { params: Promise<{ slug: string }> }

export const dynamicParams = false

/** In every language, because Next builds none if one language has none. A page that is missing answers 404. */
export async function generateStaticParams() {
  return (await readTherapistSlugs(defaultLocale)).map((slug) => ({ slug }))
}

async function translationsOf(slug: string) {
  const slugs = await Promise.all(locales.map(readTherapistSlugs))
  return locales.filter((_, index) => slugs[index]?.includes(slug))
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const person = await readTherapist((await params).slug, await getLocale())
  if (!person) notFound()
  const { slug, name: title, description } = person
  return pageMetadata({ path: paths.therapist(slug), title, description, translations: await translationsOf(slug) })
}

function Initials({ name }: { name: string }) {
  const [first, ...others] = name
    .split(/\s+/)
    .map((word) => word.charAt(0))
    .filter(Boolean)
  const last = others.at(-1)
  const t = useTranslations('therapist')
  const count = Math.min(2, 1 + others.length)
  return (
    <p
      role="img"
      aria-label={t('initials', { count, first: first ?? '', last: last ?? '' })}
      className="text-[9rem] leading-none font-semibold tracking-tight uppercase lg:text-[15rem]"
    >
      <span className="inline-block text-primary">{first}</span>
      <span className="inline-block text-accent">{last}</span>
    </p>
  )
}

export default async function TherapistPage({ params }: Props) {
  const [locale, t, format, pages] = await Promise.all([
    getLocale(),
    getTranslations('therapist'),
    getFormatter(),
    getTranslations('pages.personal'),
  ])
  const person = await readTherapist((await params).slug, locale)
  if (!person) notFound()
  const { slug, name, sample, role, licence, approach, languages, formats, waiting, html, sources } = person
  const list = (items: readonly string[]) => format.list(items, { type: 'unit' })
  const facts = [
    { title: t('facts.role'), text: role },
    { title: t('facts.licence'), text: licence },
    { title: t('facts.approach'), text: approach },
    { title: t('facts.languages'), text: list(languages) },
    { title: t('facts.formats'), text: list(formats) },
    { title: t('facts.waiting'), text: waiting },
  ]
  return (
    <Page
      path={paths.therapist(slug)}
      translations={await translationsOf(slug)}
      breadcrumbs={[
        { name: pages('title'), path: paths.personal },
        { name, path: paths.therapist(slug) },
      ]}
    >
      {sample && (
        <div className="mx-auto max-w-page px-gut pt-6">
          <Notice kind="warn" title={t('sample.title')} text={t('sample.text')} />
        </div>
      )}
      <div className="mx-auto grid max-w-page grid-cols-1 gap-x-16 gap-y-10 px-gut pt-10 pb-16 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-end lg:pt-16 lg:pe-26">
        <div>
          <Link href={paths.personal} className="link tap">
            {t('back')}
          </Link>
          <h1 className="mt-2">{name}</h1>
          <p className="mt-6 text-lg md:text-xl">{role}</p>
        </div>
        <Initials name={name} />
      </div>
      <Section name={t('atAGlance')} ground="sunken">
        <DefinitionList items={facts} />
      </Section>
      <Section name={sample ? t('sample.says') : t('ownWords')}>
        <SanitizedHtml html={html} />
        <div className="mt-16 max-w-184">
          {sample ? (
            <Notice title={t('sample.whyTitle')} text={t('sample.whyText')} />
          ) : (
            <Link href={paths.contact} className="link tap font-semibold">
              {t('ask')}
            </Link>
          )}
        </div>
      </Section>
      {sources.length > 0 && <Sources sources={sources} ground="sunken" />}
    </Page>
  )
}
