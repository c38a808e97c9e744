import type { Metadata } from 'next'
import { AskAndAnswer } from '@/components/site/art'
import { pageMetadata } from '@/components/site/metadata'
import { Page } from '@/components/site/page'
import { PageHead } from '@/components/site/page-head'
import { Section } from '@/components/site/section'
import { elsewhere, paths } from '@/lib/site'

export const metadata: Metadata = pageMetadata({
  path: paths.contact,
  title: 'Contact',
  description: 'Write to Unhurried. The answer comes in writing, and nobody will phone you.',
})

export default function Contact() {
  return (
    <Page path={paths.contact}>
      <PageHead
        title="Write to us. Nobody will phone."
        lede="There is no number to call. A message in your own words and your own time is enough."
        art={<AskAndAnswer />}
      />
      <Section name="By e-mail" title="One address for everything" ground="sunken">
        <div className="mt-6 max-w-measure space-y-4">
          <p>
            <a
              href={`mailto:${elsewhere.mail}`}
              className="link inline-flex min-h-11 items-center text-lg font-semibold"
            >
              {elsewhere.mail}
            </a>
          </p>
          <p>
            Please leave out what you would not want to stand in an e-mail, such as a diagnosis or a card number. We
            never need either to help you.
          </p>
          <p>
            To cancel a plan you do not have to write at all: it takes two clicks on your{' '}
            <a href={paths.profile} className="link">
              profile page
            </a>
            .
          </p>
        </div>
      </Section>
    </Page>
  )
}
