import type { Metadata } from 'next'
import { Terms } from '@/components/site/lists'
import { pageMetadata } from '@/components/site/metadata'
import { Page } from '@/components/site/page'
import { PageHead } from '@/components/site/page-head'
import { Section } from '@/components/site/section'
import { pages } from '@/lib/pages'
import { paths } from '@/lib/site'

export const metadata: Metadata = pageMetadata(pages.accessibility)

const tested = [
  ['Rules', 'An automated checker, axe, looks for failures of WCAG 2.2 at levels A and AA, in light and dark mode.'],
  ['Contrast', 'Text stands out from its ground by at least 7 to 1, which is level AAA.'],
  ['Keyboard', 'Tab reaches every control once, in order, and nothing covers the one that has the focus.'],
  [
    'Screen readers',
    'Names, roles, headings and landmarks are checked in the page’s structure, and every picture has words or is hidden.',
  ],
  ['Large text', 'Pages fit with text of twice the size, and on a window of 320 pixels.'],
  ['Zoom', 'Pages fit when enlarged two times, and in the narrow window that enlarging four times leaves.'],
  ['Touch', 'Buttons and links that stand alone are at least 44 pixels high and wide.'],
  ['Motion', 'Nothing moves by itself. With reduced motion, changes of colour are immediate, too.'],
  ['Direction', 'Every page also works mirrored, for writing from right to left.'],
] as const

const gaps = [
  [
    'Real screen readers',
    'Tests check what a screen reader is given. They don’t replace a person who uses one every day, and no such person has reviewed the whole site.',
  ],
  [
    'Forced colours',
    'There are styles for forced colours, such as the contrast themes of Windows. No automated test covers them yet.',
  ],
  [
    'Browsers',
    'Every test runs in Chromium, the engine of Chrome and Edge. One walk through the site also runs in Firefox and in WebKit, the engine of Safari.',
  ],
  [
    'Pages of others',
    'The pages where you pay, the app stores and the sign-in windows of Google, Facebook and others are not ours, and we can’t repair them.',
  ],
  ['Languages', 'The site is in English only, apart from the cards for hard minutes.'],
] as const

export default function Accessibility() {
  return (
    <Page path={paths.accessibility} banner={false}>
      <PageHead
        title="Accessibility"
        lede="We want you to be able to use this site with your eyes, your ears, your hands and your speech as they are. Nothing here needs your voice."
      />
      <Section name="What we test" title="Checked whenever the site changes" ground="sunken">
        <Terms of={tested} className="mt-10" />
      </Section>
      <Section name="What is missing" title="Gaps that we know of">
        <Terms of={gaps} className="mt-10" />
      </Section>
      <Section name="Tell us" title="If something is in your way" ground="tint">
        <p className="mt-6 max-w-measure">
          Write through the{' '}
          <a href={paths.contact} className="link">
            contact form
          </a>
          . Name the page and what happened; which browser or aid you use helps, too. A person answers by email, and you
          never have to phone. If you need something from a page in another form in the meantime, ask for it there.
        </p>
      </Section>
    </Page>
  )
}
