import { Drawing } from '@/components/ui/drawing'
import { totalArea, pauseMark, soundMarks, layOutTurns, type Mark } from '@/lib/score'

type HeadProps = { marks: readonly Mark[]; line: number; height: number }

const Head = ({ marks, line, height }: HeadProps) => (
  <Drawing width={432} height={height} marks={marks} line={line} extends="end" className="w-full" />
)

const question = layOutTurns(0, 130, 'above 30 30 120, pause 52, below 200').marks

export const QuestionArt = () => <Head marks={question} line={130} height={236} />

const month = 96
const each = totalArea([month])
const charge = [
  ...soundMarks(0, 110, [month], 'above'),
  ...[0, 1, 2].map((index) => pauseMark(112 + index * 108, 110, 92, each, 'above-rest')),
  pauseMark(0, 110, 96, each, 'below', false),
  ...[0, 1, 2].map((index) => pauseMark(112 + index * 108, 110, 92, each, 'below-rest', false)),
]

export const RefundArt = () => <Head marks={charge} line={110} height={200} />

const room: Mark[] = [
  pauseMark(0, 160, 300, 300 * 150, 'above-rest'),
  ...soundMarks(50, 160, [200], 'paper'),
  ...soundMarks(95, 160, [110], 'above'),
  pauseMark(0, 160, 432, 300 * 150 - totalArea([200]) + totalArea([110]), 'below-rest', false),
]

export const PrivacyArt = () => <Head marks={room} line={160} height={244} />

const terms = layOutTurns(0, 120, 'above 150, below 150, pause 60').marks

export const TermsArt = () => <Head marks={terms} line={120} height={210} />
