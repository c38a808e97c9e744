import { getLocale, getTranslations } from 'next-intl/server'
import { Island } from '@/components/ui/island'
import { JsonLd } from '@/components/ui/inline'
import { pageMetadata } from '@/components/site/metadata'
import { Page } from '@/components/site/page'
import { PageHead, Section } from '@/components/site/section'
import { QuestionArt } from '@/components/site/art'
import { QuestionSearch } from '@/components/site/question-search'
import { Questions } from '@/components/site/questions'
import { Reviewed } from '@/components/site/sanitized-html'
import { Sources } from '@/components/site/sources'
import { readFaq } from '@/lib/content/pages/faq'
import { langOf } from '@/lib/locales'
import { paths } from '@/lib/site'

export const generateMetadata = () => pageMetadata('faq')

/** During a search, the gaps between results close. */
const searchLayout =
  'in-data-filtered:[&>section]:py-3 in-data-filtered:[&_h2]:sr-only max-lg:in-data-filtered:[&>section>div>div:first-child]:hidden'

export default async function Faq() {
  const [locale, t] = await Promise.all([getLocale(), getTranslations('faq')])
  const { groups, sources, reviewed } = await readFaq(locale)
  const all = groups.flatMap(({ questions }) => questions)
  return (
    <Page path={paths.faq}>
      <PageHead
        title={t('title')}
        lede={t('lede')}
        art={
          <div className="max-lg:hidden">
            <QuestionArt />
          </div>
        }
      >
        <Reviewed on={reviewed} />
        {/* On a phone, results should be right below the search box. */}
        <div className="mt-8 max-w-60 lg:hidden">
          <QuestionArt />
        </div>
        <Island when="address" messages={['faqSearch', 'searchField']}>
          <QuestionSearch total={all.length} />
        </Island>
      </PageHead>
      {groups.map(({ name, title, questions }, index) => (
        <div key={name} data-questions className={searchLayout}>
          <Section name={name} title={title} ground={index % 2 ? 'bg' : 'sunken'}>
            <div className="mt-8 in-data-filtered:mt-0">
              <Questions of={questions} open={index === 0} linked />
            </div>
          </Section>
        </div>
      ))}
      <div className="in-data-[filtered=none]:hidden">
        <Sources sources={sources} />
      </div>
      <JsonLd
        data={{
          '@context': 'https://schema.org',
          '@type': 'FAQPage',
          inLanguage: langOf(locale),
          mainEntity: all.map(({ title, text }) => ({
            '@type': 'Question',
            name: title,
            acceptedAnswer: { '@type': 'Answer', text },
          })),
        }}
      />
    </Page>
  )
}
