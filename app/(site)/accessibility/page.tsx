import type { Metadata } from 'next'
import { DefinitionList } from '@/components/site/lists'
import { pageMetadata } from '@/components/site/metadata'
import { Page } from '@/components/site/page'
import { PageHead } from '@/components/site/page-head'
import { Section } from '@/components/site/section'
import { pages } from '@/lib/pages'
import { paths } from '@/lib/site'

export const metadata: Metadata = pageMetadata(pages.accessibility)

const tested = [
  ['Rules', 'An automated checker, axe, looks for failures of WCAG 2.2 at levels A and AA, in light and dark mode.'],
  ['Contrast', 'Text has a contrast of at least 7 to 1 with its background, which is level AAA.'],
  ['Keyboard', 'Tab reaches every control once, in order, and nothing covers the control in focus.'],
  [
    'Screen readers',
    'Names, roles, headings and landmarks are checked in the page’s structure, and every picture has a text alternative or is hidden from screen readers.',
  ],
  ['Large text', 'Pages still fit with text at twice the size, and in a window 320 pixels wide.'],
  ['Zoom', 'Pages still fit when you zoom in two or four times.'],
  ['Touch', 'Buttons and links that stand alone are at least 44 pixels high and wide.'],
  ['Motion', 'Nothing moves by itself. With reduced motion, colours change instantly, too.'],
  ['Direction', 'Every page also works mirrored, for languages written from right to left.'],
] as const

const gaps = [
  [
    'Real screen readers',
    'Tests check what a screen reader receives, but nobody who uses one every day has reviewed the whole site yet.',
  ],
  [
    'Forced colours',
    'There are styles for forced colours, such as the contrast themes of Windows. No automated test covers them yet.',
  ],
  [
    'Browsers',
    'Every test runs in Chromium, the engine of Chrome and Edge. One walk-through of the site also runs in Firefox and in WebKit, the engine of Safari.',
  ],
  [
    'Other companies’ pages',
    'The pages where you pay, the app stores and the sign-in windows of Google, Facebook and others aren’t ours, and we can’t fix them.',
  ],
  ['Languages', 'The site is in English only, apart from the cards for hard moments.'],
] as const

export default function Accessibility() {
  return (
    <Page path={paths.accessibility} banner={false}>
      <PageHead
        title="Accessibility"
        lede="We want you to be able to use this site with your eyes, your ears, your hands and your speech as they are. Nothing here needs your voice."
      />
      <Section name="What we test" title="Checked whenever the site changes" ground="sunken">
        <DefinitionList items={tested} className="mt-10" />
      </Section>
      <Section name="What is missing" title="Known gaps">
        <DefinitionList items={gaps} className="mt-10" />
      </Section>
      <Section name="Tell us" title="If something is in your way" ground="tint">
        <p className="mt-6 max-w-measure">
          Use the{' '}
          <a href={paths.contact} className="link">
            contact form
          </a>
          . Tell us the page and what happened, and which browser or assistive technology you use. A person will answer
          by email, and you never have to phone. If you need something in another format in the meantime, ask for it
          there.
        </p>
      </Section>
    </Page>
  )
}
