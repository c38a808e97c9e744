import { AnsweringArt, CorrespondenceArt, ReadingArt, WritingArt } from '@/components/contact/art'
import { ContactForm } from '@/components/contact/contact-form'
import { OtherWays, SentMessage } from '@/components/contact/other-ways'
import { pageMetadata } from '@/components/site/metadata'
import { Page } from '@/components/site/page'
import { PageHead, Section } from '@/components/site/section'
import { Rows } from '@/components/site/lists'
import { Island } from '@/components/ui/island'
import { fillServiceFacts } from '@/lib/service-facts'
import { siteSettings } from '@/lib/site-settings'
import { paths } from '@/lib/site'

export const generateMetadata = () => pageMetadata('contact')

const steps = [
  {
    title: 'You write',
    text: 'Write, delete and start again as often as you like. The form doesn’t time out, and nothing is sent until you press the button.',
    art: <WritingArt />,
  },
  {
    title: 'A person reads it',
    text: 'We save your message before this page says we have it, so it won’t get lost.',
    art: <ReadingArt />,
  },
  {
    title: 'You get a reply',
    text: fillServiceFacts(
      'It comes by email, to the address you gave.\nYou get it within {{service-reply-days}} days.',
      'en',
    ),
    art: <AnsweringArt />,
  },
]

export default function Contact() {
  const { mail } = siteSettings()
  return (
    <Page path={paths.contact}>
      <PageHead
        title="Write to us"
        lede="We reply by email and won’t phone you. Write in your own words, and take as long as you like."
        art={<CorrespondenceArt />}
      />
      <Section name="By text" title="In your own words" ground="sunken">
        <div className="mt-8 grid grid-cols-1 gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,1fr)_17rem]">
          <div className="w-full max-w-xl min-w-0 [&:has(#received:target)_form]:hidden">
            <SentMessage />
            <Island when="address" messages={['contactForm', 'contactView', 'errors']}>
              <ContactForm mail={mail} />
            </Island>
          </div>
          <OtherWays mail={mail} />
        </div>
      </Section>
      <Section name="What happens next" title="Three steps, in your own time">
        <Rows rows={steps} />
      </Section>
    </Page>
  )
}
