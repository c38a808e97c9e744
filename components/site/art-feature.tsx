import { Drawing } from '@/components/ui/drawing'
import { areaOf, rest, swells, talk, type Mark, type Sound } from '@/lib/score'

function Small({ marks, line = 84, height = 130 }: { marks: readonly Mark[]; line?: number; height?: number }) {
  return <Drawing width={260} height={height} marks={marks} line={line} className="w-full" />
}

const written = [16, 16, 16, 16, 16, 16].map((width): Sound => [width, 22])

export const Note = () => (
  <Small
    marks={[
      ...swells(0, 60, written, 'above'),
      rest(0, 60, 96, areaOf(written), 'below-rest', false),
      ...swells(120, 60, written.slice(2), 'above'),
      rest(120, 60, 64, areaOf(written.slice(2)), 'below-rest', false),
    ]}
    line={60}
    height={104}
  />
)

export const SlowLine = () => (
  <Small
    marks={
      talk(0, 70, [
        { voice: 'above', sounds: [30] },
        { pause: 74 },
        { voice: 'above', sounds: [40] },
        { pause: 40 },
        { voice: 'above', sounds: [76] },
      ]).marks
    }
    line={70}
    height={104}
  />
)

export const Leave = () => (
  <Small marks={talk(0, 70, [{ voice: 'above', sounds: [120] }, { pause: 140 }]).marks} line={70} height={124} />
)

export const DayAndNight = () => (
  <Small
    marks={[
      ...swells(10, 104, [110], 'above'),
      rest(130, 104, 130, 130 * 92, 'above'),
      ...swells(140, 104, [110], 'paper'),
    ]}
    line={104}
    height={108}
  />
)

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
