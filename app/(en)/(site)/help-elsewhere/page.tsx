import { pageMetadata } from '@/components/site/metadata'
import { Page } from '@/components/site/page'
import { PageHead, Section } from '@/components/site/section'
import { Day } from '@/components/ui/day'
import { helpBy, helpChecked } from '@/lib/content/pages/help-elsewhere'
import { paths } from '@/lib/site'

export const generateMetadata = () => pageMetadata('helpElsewhere')

type Entry = ReturnType<typeof helpBy>[number][1][number]

const siteOf = (address: string) => new URL(address).hostname.replace(/^www\./, '')

function Ways({ name, of }: { name: string; of: readonly string[] }) {
  if (of.length === 0) return null
  return (
    <>
      <dt className="mt-2 font-semibold">{name}</dt>
      {of.map((way) => (
        <dd key={way}>{way}</dd>
      ))}
    </>
  )
}

function Help({ of: { name, lang, address, about, writing, speaking, checked, source } }: { of: Entry }) {
  return (
    <li className="mt-6 first:mt-0">
      <a href={address} lang={lang} className="link tap font-semibold hyphens-auto wrap-anywhere">
        {name}
      </a>
      {about && <p>{about}</p>}
      {writing.length + speaking.length > 0 && (
        <dl>
          <Ways name="In writing" of={writing} />
          <Ways name="By speaking" of={speaking} />
        </dl>
      )}
      <p className="mt-2 text-sm text-muted">
        Checked <Day iso={checked} /> against{' '}
        <a href={source} className="link">
          a page of {siteOf(source)}
        </a>
        .
      </p>
    </li>
  )
}

function Countries({ kind }: { kind: Entry['kind'] }) {
  return (
    <ul className="mt-10">
      {helpBy(kind, 'en', 'All countries').map(([country, entries]) => (
        <li
          key={country}
          className="grid grid-cols-1 gap-x-10 gap-y-2 border-t border-hair py-6 md:grid-cols-[11rem_minmax(0,1fr)]"
        >
          <h3 className="text-lg font-semibold">{country}</h3>
          <ul className="max-w-136">
            {entries.map((entry) => (
              <Help key={entry.address} of={entry} />
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}

export default function HelpElsewhere() {
  return (
    <Page path={paths.helpElsewhere} banner={false}>
      <PageHead
        title="Find help elsewhere"
        lede="Crisis lines, free programmes, associations of people who stutter (stammer), and registers of therapists. None of them belongs to us or pays us."
      />
      <Section name="In a crisis" title="If you are in danger, call your local emergency number." ground="tint">
        <p className="mt-6 max-w-measure">
          Some countries also take emergency text messages. If you can’t speak, someone near you can call for you. The
          lines below are there for a bad night, too. Written options come first, because phone calls are hard for many
          people who stutter.
        </p>
        <Countries kind="crisis" />
      </Section>
      <Section name="Associations" title="People who stutter, and groups near you">
        <Countries kind="association" />
      </Section>
      <Section name="For free" title="Programmes and trials of universities" ground="tint">
        <p className="mt-6 max-w-measure">
          A trial is research: you may get the treatment, another one or a place on a waiting list, and you can leave at
          any time. Read what it asks of you before you join.
        </p>
        <Countries kind="free" />
      </Section>
      <Section name="Therapists" title="Registers and lists of therapists" ground="sunken">
        <p className="mt-6 max-w-measure">
          A register tells you that someone is allowed to work as a therapist. It can’t tell you who would suit you. You
          can ask in writing how many people who stutter they have worked with.
        </p>
        <Countries kind="register" />
      </Section>
      <Section name="About this list" title="What we checked, and what can change">
        <p className="mt-6 max-w-measure">
          We checked each entry against a published page, which is linked beside it, most recently on{' '}
          <Day iso={helpChecked} />. We didn’t try the numbers ourselves. Numbers, addresses and opening hours change,
          and some of those pages are a few years old, so trust an organisation’s own site more than this one. Many
          countries are missing because we found nothing we could confirm.
        </p>
        <p className="mt-4 max-w-measure">
          Is something wrong or missing?{' '}
          <a href={paths.contact} className="link">
            Write to us
          </a>
          .
        </p>
      </Section>
    </Page>
  )
}
