import { Drawing } from '@/components/ui/drawing'
import { totalArea, pauseMark, soundMarks, layOutTurns } from '@/lib/score'

export const ListeningArt = () => (
  <Drawing
    width={432}
    height={270}
    marks={[
      pauseMark(0, 150, 172, totalArea([260]), 'below'),
      ...soundMarks(172, 150, [260], 'above'),
      pauseMark(172, 150, 260, totalArea([260]), 'below-rest', false),
    ]}
    line={150}
    extends="end"
    className="w-full max-w-108"
  />
)

export const TwoVoicesArt = () => (
  <Drawing
    width={432}
    height={300}
    marks={layOutTurns(0, 150, 'above 200, pause 32, below 200').marks}
    line={150}
    extends="end"
    className="w-full max-w-108"
  />
)
