import type { Metadata } from 'next'
import { AskAndAnswer } from '@/components/site/art'
import { pageMetadata } from '@/components/site/metadata'
import { Page } from '@/components/site/page'
import { PageHead } from '@/components/site/page-head'
import { Question } from '@/components/site/question'
import { FirstQuestions } from '@/components/site/questions'
import { Section } from '@/components/site/section'
import { Cite, Sources } from '@/components/site/sources'
import { citations } from '@/lib/content/evidence'
import { paths } from '@/lib/site'

export const metadata: Metadata = pageMetadata({
  path: paths.faq,
  title: 'Questions and answers',
  description:
    'Is there a cure? Must I speak in the group? Must I phone anyone? What does it cost? How do I cancel? Plain answers, with sources.',
})

const sources = citations('nidcd', 'asha', 'byrd-2017')

export default function Faq() {
  return (
    <Page path={paths.faq}>
      <PageHead
        title="Questions, answered in writing."
        lede="Five that nearly everybody has, then the rest."
        art={<AskAndAnswer />}
      />
      <Section name="Asked first" title="The first five" ground="sunken">
        <div className="mt-8">
          <FirstQuestions sources={sources} />
        </div>
      </Section>
      <Section name="About stuttering" title="What it is">
        <div className="mt-8">
          <Question id="what" title="What is stuttering?">
            <p>
              Sounds or words that repeat, sounds that stretch, and blocks in which nothing comes for a while. Tension
              and avoiding may come with them.
              <Cite of={sources} id="asha" /> Some people say stammering; it is the same thing.
            </p>
          </Question>
          <Question id="why" title="Is it because I am nervous?">
            <p>
              No. Stuttering is not a psychological disorder, and unusual nervousness does not produce it.
              <Cite of={sources} id="byrd-2017" /> How exactly it comes about is not known.
              <Cite of={sources} id="nidcd" />
            </p>
          </Question>
          <Question id="days" title="Why is it worse on some days?">
            <p>
              It varies, also within a day. A telephone or an audience may make it worse; singing, or speaking together
              with others, may ease it for a time.
              <Cite of={sources} id="nidcd" />
            </p>
          </Question>
        </div>
      </Section>
      <Section name="About Unhurried" title="How it works here" ground="sunken">
        <div className="mt-8">
          <Question id="diagnosis" title="Is this a diagnosis, or medical advice?">
            <p>Neither. It is education and practice. For a diagnosis, see a qualified professional where you live.</p>
          </Question>
          <Question id="data" title="Who sees what I do here?">
            <p>
              You. What is stored, why and for how long stands in the{' '}
              <a href={paths.privacy} className="link">
                privacy policy
              </a>
              . You can download it all, or delete it, on your profile.
            </p>
          </Question>
          <Question id="ask" title="I have another question.">
            <p>
              <a href={paths.contact} className="link">
                Write to us
              </a>
              . The answer comes in writing, too.
            </p>
          </Question>
        </div>
      </Section>
      <Sources of={sources} />
    </Page>
  )
}
