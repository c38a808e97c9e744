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
    text: 'After a practice, write a line on paper or wherever you like. We don’t collect it, so nobody reads it.',
  },
  {
    title: 'A slow connection is enough',
    text: 'Pages to read need no script; signing in, your profile and today’s prices do. In a call you can leave the camera off, which also saves data.',
  },
  {
    title: 'Dark mode, keyboard and screen readers',
    text: 'Make the text as large as you need, use the keyboard alone or a screen reader. Nothing moves by itself.',
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
