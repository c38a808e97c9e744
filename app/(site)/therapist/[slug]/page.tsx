import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { Initials } from '@/components/site/initials'
import { pageMetadata } from '@/components/site/metadata'
import { Page } from '@/components/site/page'
import { Ledger } from '@/components/ui/ledger'
import { Notice } from '@/components/ui/notice'
import { therapist, therapistSlugs } from '@/lib/content/therapists'
import { paths } from '@/lib/site'

type Props = { params: Promise<{ slug: string }> }

/** Every therapist is known when the site is built; any other address is 404. */
export const dynamicParams = false

export async function generateStaticParams() {
  return (await therapistSlugs()).map((slug) => ({ slug }))
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const person = await therapist((await params).slug)
  if (!person) notFound()
  return pageMetadata({ path: paths.therapist(person.slug), title: person.name, description: person.description })
}

export default async function TherapistPage({ params }: Props) {
  const person = await therapist((await params).slug)
  if (!person) notFound()
  const { slug, name, sample, role, licence, languages, formats, waiting, html } = person
  const rows = [
    { term: 'Licensed in', value: licence },
    { term: 'Languages', value: languages.join(', ') },
    { term: 'Formats', value: formats.join(', ') },
    { term: 'Waiting time', value: waiting },
  ]
  return (
    <Page path={paths.therapist(slug)}>
      <div className="mx-auto max-w-page px-gut pt-10 pb-16 lg:pt-16 lg:pb-26">
        <div className="flex flex-wrap items-center gap-6">
          <Initials name={name} />
          <div>
            <h1>{name}</h1>
            <p className="mt-2 text-lg text-muted">{role}</p>
          </div>
        </div>
        {sample && (
          <div className="mt-10">
            <Notice kind="warn" title="This profile is a sample">
              <p>It shows what a profile says. Nobody stands behind it, and you cannot book it.</p>
            </Notice>
          </div>
        )}
        <div className="mt-10 grid gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_24rem]">
          <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
          <Ledger rows={rows} />
        </div>
      </div>
    </Page>
  )
}
