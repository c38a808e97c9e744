import { useLocale, useTranslations } from 'next-intl'
import { AnsweringArt, CorrespondenceArt, ReadingArt, WritingArt } from '@/components/contact/art'
import { ContactForm } from '@/components/contact/contact-form'
import { OtherWays, SentMessage } from '@/components/contact/other-ways'
import { pageMetadata } from '@/components/site/metadata'
import { Page } from '@/components/site/page'
import { PageHead, Section } from '@/components/site/section'
import { Rows } from '@/components/site/lists'
import { Island } from '@/components/ui/island'
import { serviceFacts } from '@/lib/service-facts'
import { siteSettings } from '@/lib/site-settings'
import { paths } from '@/lib/site'

export const generateMetadata = () => pageMetadata('contact')

/** The reply, with the longest time that it takes, if the owner has set it. */
function useReplyText(): string {
  const t = useTranslations('contact.steps.reply')
  const { known, sample } = serviceFacts(useLocale())
  const days = Number(known.get('reply-days') ?? 0)
  return t('text', { days, known: days === 0 ? 'no' : sample ? 'sample' : 'yes' })
}

function NextSection() {
  const t = useTranslations('contact')
  const steps = [
    { title: t('steps.write.title'), text: t('steps.write.text'), art: <WritingArt /> },
    { title: t('steps.read.title'), text: t('steps.read.text'), art: <ReadingArt /> },
    { title: t('steps.reply.title'), text: useReplyText(), art: <AnsweringArt /> },
  ]
  return (
    <Section name={t('next.name')} title={t('next.title')}>
      <Rows rows={steps} />
    </Section>
  )
}

export default function Contact() {
  const t = useTranslations('contact')
  const { mail } = siteSettings()
  return (
    <Page path={paths.contact}>
      <PageHead title={t('title')} lede={t('lede')} art={<CorrespondenceArt />} />
      <Section name={t('byText.name')} title={t('byText.title')} ground="sunken">
        <div className="mt-8 grid grid-cols-1 gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,1fr)_17rem]">
          <div className="w-full max-w-xl min-w-0 [&:has(#received:target)_form]:hidden">
            <SentMessage />
            <Island when="address" messages={['contactForm', 'contactView', 'requests']}>
              <ContactForm mail={mail} />
            </Island>
          </div>
          <OtherWays mail={mail} />
        </div>
      </Section>
      <NextSection />
    </Page>
  )
}
