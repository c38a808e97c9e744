import { useLocale, useTranslations } from 'next-intl'
import { pageMetadata } from '@/components/site/metadata'
import { Page } from '@/components/site/page'
import { PageHead, Section } from '@/components/site/section'
import { useDay } from '@/components/ui/day'
import { linkTo } from '@/components/ui/button'
import { helpBy, helpChecked, type HelpEntry } from '@/lib/content/pages/help-elsewhere'
import { isolate } from '@/lib/locales'
import { paths } from '@/lib/site'

export const generateMetadata = () => pageMetadata('helpElsewhere')

const siteOf = (address: string) => new URL(address).hostname.replace(/^www\./, '')

/** Telephone numbers read from left to right in every language. */
const Line = ({ of }: { of: string }) =>
  of.split(/(\+?\d[\d ]*\d)/).map((part, index) => (index % 2 ? <bdi key={part}>{part}</bdi> : part))

function Ways({ name, of }: { name: string; of: readonly string[] }) {
  if (of.length === 0) return null
  return (
    <>
      <dt className="mt-2 font-semibold">{name}</dt>
      {of.map((way) => (
        <dd key={way}>
          <Line of={way} />
        </dd>
      ))}
    </>
  )
}

function Help({ of: { name, lang, address, about, writing, speaking, checked, source } }: { of: HelpEntry }) {
  const t = useTranslations('helpElsewhere')
  const locale = useLocale()
  return (
    <li className="mt-6 first:mt-0">
      <a href={address} lang={lang} className="link tap font-semibold hyphens-auto wrap-anywhere">
        <bdi>{name}</bdi>
      </a>
      {about && <p>{about}</p>}
      {writing.length + speaking.length > 0 && (
        <dl>
          <Ways name={t('inWriting')} of={writing} />
          <Ways name={t('bySpeaking')} of={speaking} />
        </dl>
      )}
      <p className="mt-2 text-sm text-muted">
        {t.rich('checked', {
          ...useDay(checked),
          site: isolate(siteOf(source), locale),
          link: linkTo(source),
        })}
      </p>
    </li>
  )
}

function Countries({ kind }: { kind: HelpEntry['kind'] }) {
  const allCountries = useTranslations('helpElsewhere')('allCountries')
  return (
    <ul className="mt-10">
      {helpBy(kind, useLocale(), allCountries).map(([country, entries]) => (
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
  const t = useTranslations('helpElsewhere')
  return (
    <Page path={paths.helpElsewhere} banner={false}>
      <PageHead title={t('title')} lede={t('lede')} />
      <Section name={t('crisis.name')} title={t('crisis.title')} ground="tint">
        <p className="mt-6 max-w-measure">{t('crisis.text')}</p>
        <Countries kind="crisis" />
      </Section>
      <Section name={t('associations.name')} title={t('associations.title')}>
        <Countries kind="association" />
      </Section>
      <Section name={t('free.name')} title={t('free.title')} ground="tint">
        <p className="mt-6 max-w-measure">{t('free.text')}</p>
        <Countries kind="free" />
      </Section>
      <Section name={t('therapists.name')} title={t('therapists.title')} ground="sunken">
        <p className="mt-6 max-w-measure">{t('therapists.text')}</p>
        <Countries kind="register" />
      </Section>
      <Section name={t('about.name')} title={t('about.title')}>
        <p className="mt-6 max-w-measure">{t.rich('about.text', useDay(helpChecked))}</p>
        <p className="mt-4 max-w-measure">
          {t.rich('about.missing', {
            link: linkTo(paths.contact),
          })}
        </p>
      </Section>
    </Page>
  )
}
