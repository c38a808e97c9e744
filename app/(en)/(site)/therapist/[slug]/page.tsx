import { getTranslations } from 'next-intl/server'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { pageMetadata } from '@/components/site/metadata'
import { Page } from '@/components/site/page'
import { Section } from '@/components/site/section'
import { Sources } from '@/components/site/sources'
import { DefinitionList } from '@/components/site/lists'
import { SanitizedHtml } from '@/components/site/sanitized-html'
import { Notice } from '@/components/ui/notice'
import { readTherapist, readTherapistSlugs } from '@/lib/content/pages/therapists'
import { paths } from '@/lib/site'

type Props = { params: Promise<{ slug: string }> }

export const dynamicParams = false

export async function generateStaticParams() {
  return (await readTherapistSlugs('en')).map((slug) => ({ slug }))
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const person = await readTherapist((await params).slug, 'en')
  if (!person) notFound()
  return pageMetadata({ path: paths.therapist(person.slug), title: person.name, description: person.description })
}

/** Initials instead of a portrait. */
function Initials({ name }: { name: string }) {
  const [first, ...others] = name
    .split(/\s+/)
    .map((word) => word.charAt(0))
    .filter(Boolean)
  const last = others.at(-1)
  return (
    <p
      role="img"
      aria-label={`The initials ${[first, last].filter(Boolean).join(' and ')}`}
      className="text-[9rem] leading-none font-semibold tracking-tight uppercase lg:text-[15rem]"
    >
      <span className="text-primary">{first}</span>
      <span className="text-accent">{last}</span>
    </p>
  )
}

export default async function TherapistPage({ params }: Props) {
  const person = await readTherapist((await params).slug, 'en')
  if (!person) notFound()
  const { slug, name, sample, role, licence, approach, languages, formats, waiting, html, sources } = person
  const t = await getTranslations('pages.personal')
  const facts = [
    { title: 'Role', text: role },
    { title: 'Licensed in', text: licence },
    { title: 'Approach', text: approach },
    { title: 'Languages', text: languages.join(', ') },
    { title: 'Formats', text: formats.join(', ') },
    { title: 'Waiting time', text: waiting },
  ]
  return (
    <Page
      path={paths.therapist(slug)}
      breadcrumbs={[
        { name: t('title'), path: paths.personal },
        { name, path: paths.therapist(slug) },
      ]}
    >
      {sample && (
        <div className="mx-auto max-w-page px-gut pt-6">
          <Notice kind="warn" title="This is a sample. You can’t book it.">
            <p>This person doesn’t exist. The page shows what a real profile would tell you.</p>
          </Notice>
        </div>
      )}
      <div className="mx-auto grid max-w-page grid-cols-1 gap-x-16 gap-y-10 px-gut pt-10 pb-16 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-end lg:pt-16 lg:pe-26">
        <div>
          <a href={paths.personal} className="link tap">
            Personal therapy
          </a>
          <h1 className="mt-2">{name}</h1>
          <p className="mt-6 text-lg md:text-xl">{role}</p>
        </div>
        <Initials name={name} />
      </div>
      <Section name="At a glance" ground="sunken">
        <DefinitionList items={facts} />
      </Section>
      <Section name={sample ? 'What a profile says' : 'In their own words'}>
        <SanitizedHtml html={html} />
        <div className="mt-16 max-w-184">
          {sample ? (
            <Notice title="Why you can’t book anyone yet">
              <p>
                No therapist is listed yet. Until we can name a real person, with a licence that you can look up, this
                sample is the only profile.
              </p>
            </Notice>
          ) : (
            <a href={paths.contact} className="link tap font-semibold">
              Ask something in writing first
            </a>
          )}
        </div>
      </Section>
      {sources.length > 0 && <Sources sources={sources} ground="sunken" />}
    </Page>
  )
}
