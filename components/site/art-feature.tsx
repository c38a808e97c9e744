import { Drawing } from '@/components/ui/drawing'
import { areaOf, rest, swells, talk } from '@/lib/score'

export const Waits = () => (
  <Drawing
    width={432}
    height={270}
    marks={[
      rest(0, 150, 172, areaOf([260]), 'below'),
      ...swells(172, 150, [260], 'above'),
      rest(172, 150, 260, areaOf([260]), 'below-rest', false),
    ]}
    line={150}
    runs="end"
    className="w-full max-w-108"
  />
)

export const TwoVoices = () => (
  <Drawing
    width={432}
    height={300}
    marks={talk(0, 150, [{ voice: 'above', sounds: [200] }, { pause: 32 }, { voice: 'below', sounds: [200] }]).marks}
    line={150}
    runs="end"
    className="w-full max-w-108"
  />
)
