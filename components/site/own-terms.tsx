import { paths } from '@/lib/site'
import { Rows } from './lists'
import { Nested } from './art'
import { DayAndNight, Leave, Note, SlowLine } from './art-feature'

const rows = [
  {
    title: 'A protocol with its sources',
    text: (
      <>
        Four parts, and what is known about help through a screen. Beside each stand the studies we know of, whatever
        they found. You can practise Ease, Carry and Tell alone.{' '}
        <a href={paths.protocol} className="link">
          Read the protocol
        </a>
      </>
    ),
    art: <Nested />,
  },
  {
    title: 'Notes that you keep yourself',
    text: 'After a practice, write a line, on paper or wherever you like to write. It is not collected, so nobody reads it.',
    art: <Note />,
  },
  {
    title: 'A slow line is enough',
    text: 'Pages to read need no script; signing in, your profile and today’s prices do. In a call the camera may stay off, which also spares your data.',
    art: <SlowLine />,
  },
  {
    title: 'Light or dark, and no hands on a mouse',
    text: 'Both themes, text as large as you need it, the keyboard alone, a screen reader. Nothing moves by itself.',
    art: <DayAndNight />,
  },
  {
    title: 'A way out with everything that is yours',
    text: (
      <>
        Cancel in two clicks. Download your data, or delete it.{' '}
        <a href={paths.refund} className="link">
          How cancelling works
        </a>
      </>
    ),
    art: <Leave />,
  },
]

export function OwnTerms() {
  return <Rows rows={rows} />
}
