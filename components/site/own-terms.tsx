import { paths } from '@/lib/site'
import { Rows } from './lists'

const rows = [
  {
    title: 'A protocol with its sources',
    text: (
      <>
        Four parts, each with every study we know of, including those that found no effect. You can practise Ease, Carry
        and Tell alone.{' '}
        <a href={paths.protocol} className="link">
          Read the protocol
        </a>
      </>
    ),
  },
  {
    title: 'Your notes stay yours',
    text: 'After you practise, write a line on paper or wherever you like. We don’t collect it or read it.',
  },
  {
    title: 'A slow connection is enough',
    text: 'You can read the pages without JavaScript. Only signing in, your profile and today’s prices need it. In a call, leaving your camera off also saves data.',
  },
  {
    title: 'Dark mode, keyboard and screen readers',
    text: 'Make the text as large as you need, or use just the keyboard or a screen reader. Nothing moves by itself.',
  },
  {
    title: 'Leave any time and take your data',
    text: (
      <>
        Cancel in two clicks. Download your data, or delete it.{' '}
        <a href={paths.refund} className="link">
          How cancelling works
        </a>
      </>
    ),
  },
]

export function OwnTerms() {
  return <Rows rows={rows} />
}
