import { totalArea, cover, coverHeight, layersOf, pauseMark, soundMarks, type Ink, type Mark } from '@/lib/score'
import { paths, siteName } from '@/lib/site'
import { tokens } from '@/lib/tokens'

/** Share pictures have no style sheet. */
const { bg, text, primary, accent } = tokens.light

const restOpacity = 0.26
const inks: Record<Ink, { fill: string; fillOpacity?: number }> = {
  above: { fill: primary },
  below: { fill: accent },
  'above-rest': { fill: primary, fillOpacity: restOpacity },
  'below-rest': { fill: accent, fillOpacity: restOpacity },
  pause: { fill: text },
  paper: { fill: bg },
}

type ScoreProps = { width: number; height: number; marks: readonly Mark[]; line?: number; scale?: number }

function Score({ width, height, marks, line, scale = 1 }: ScoreProps) {
  return (
    <svg width={width * scale} height={height * scale} viewBox={`0 0 ${width} ${height}`}>
      {layersOf(marks).map(({ ink, d }) => (
        <path key={d} {...inks[ink]} d={d} />
      ))}
      {line !== undefined && <path stroke={text} strokeWidth={1.5} d={`M0 ${line}H${width}`} />}
    </svg>
  )
}

const logo = [...soundMarks(0, 24, [24], 'above'), pauseMark(24, 24, 24, totalArea([24]), 'below')]

export const shareImageSize = { width: 1200, height: 630 } as const

const scoreHeight = 280
const scoreScale = scoreHeight / coverHeight

/** Fits up to 120 characters in three lines above the drawing. */
const headingSize = ({ length }: string): number => (length > 84 ? 48 : length > 44 ? 62 : 74)

/** @param props.heading null leaves out the words */
export function ShareImage({ heading, path }: { heading: string | null; path: string }) {
  const post = paths.post('')
  const width = shareImageSize.width / scoreScale
  const { marks, line } = cover(path.startsWith(post) ? path.slice(post.length) : path, width, 'box')
  return (
    <div style={{ display: 'flex', flexDirection: 'column', width: '100%', height: '100%', background: bg }}>
      <div style={{ display: 'flex', flexDirection: 'column', flexGrow: 1, padding: '56px 72px 0' }}>
        <div style={{ display: 'flex', alignItems: 'center', gap: 18, fontSize: 34, fontWeight: 600, color: text }}>
          <Score width={48} height={36} marks={logo} line={24} scale={1.2} />
          {siteName}
        </div>
        <div
          style={{
            marginTop: 34,
            maxWidth: 1000,
            fontSize: headingSize(heading ?? ''),
            lineHeight: 1.08,
            letterSpacing: '-0.03em',
            textWrap: 'balance',
            wordBreak: 'break-word',
            color: text,
          }}
        >
          {heading}
        </div>
      </div>
      <Score width={width} height={coverHeight} marks={marks} line={line} scale={scoreScale} />
    </div>
  )
}
