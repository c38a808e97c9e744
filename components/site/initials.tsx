/** Stroke paths, 32 wide, in a field 160 high. */
type Letter = { d: string; width: number }

const bowl = 'a34 34 0 0 1'
const round = `M50 16${bowl} 34 34V110${bowl}-68 0V50${bowl} 34-34z`
const arch = `V50${bowl} 68 0V160`

const letterPaths: Record<string, string> = {
  A: `M16 160${arch}M16 104H84`,
  B: 'M16 160V0M16 16H54a30 30 0 0 1 0 60H16M54 76a34 34 0 0 1 0 68H16',
  C: 'M84 56V50a34 34 0 0 0-68 0V110a34 34 0 0 0 68 0V104',
  D: 'M16 160V0M16 16H32a52 52 0 0 1 52 52V92a52 52 0 0 1-52 52H16',
  E: 'M84 16H16V144H84M16 80H72',
  F: 'M84 16H16V160M16 80H72',
  G: 'M84 56V50a34 34 0 0 0-68 0V110a34 34 0 0 0 68 0V90H48',
  H: 'M16 0V160M84 0V160M16 80H84',
  J: `M84 0V110${bowl}-68 0V104`,
  K: 'M16 0V160M16 80H36a48 48 0 0 0 48-48V0M36 80a48 48 0 0 1 48 48V160',
  L: 'M16 0V144H84',
  N: `M16 160${arch}`,
  O: round,
  P: `M16 160V16H50${bowl} 0 68H16`,
  Q: `${round}M58 144H100`,
  R: `M16 160V16H50${bowl} 0 68H16M50 84${bowl} 34 34V160`,
  S: 'M84 48V46a30 30 0 0 0-30-30H48a32 32 0 0 0 0 64H52a32 32 0 0 1 0 64H46a30 30 0 0 1-30-30V112',
  T: 'M0 16H100M50 16V160',
  U: 'M16 0V110a34 34 0 0 0 68 0V0',
  V: 'M16 0L50 140L84 0',
  X: `M16 0V46a34 34 0 0 0 68 0V0M16 160V114${bowl} 68 0V160`,
  Y: 'M16 0V46a34 34 0 0 0 68 0V0M50 80V160',
  Z: 'M8 16H80L20 144H92',
}

const otherWidths: Record<string, Letter> = {
  I: { d: 'M16 0V160', width: 32 },
  M: { d: 'M16 160V45a29 29 0 0 1 58 0V160M74 45a29 29 0 0 1 58 0V160', width: 148 },
  W: { d: 'M16 0V115a29 29 0 0 0 58 0V0M74 115a29 29 0 0 0 58 0V0', width: 148 },
}

/** Other characters are a bar under a half circle. */
export function letterShape(letter: string): Letter {
  const plain = letter.normalize('NFD').charAt(0).toUpperCase()
  const d = letterPaths[plain]
  return otherWidths[plain] ?? { d: d ?? 'M16 160V96H84V160M16 64a34 34 0 0 1 68 0z', width: 100 }
}

const colours = ['stroke-primary', 'stroke-accent']
const gap = 44

/** Initials instead of a portrait. */
export function InitialsDrawing({ name }: { name: string }) {
  const words = name.split(/\s+/).filter(Boolean)
  const letters = [words.at(0), words.length > 1 ? words.at(-1) : undefined].flatMap((word) => word?.charAt(0) ?? [])
  const shapes = letters.map(letterShape)
  const width = shapes.reduce((sum, shape) => sum + shape.width + gap, -gap)
  return (
    <svg
      viewBox={`0 0 ${width} 170`}
      role="img"
      aria-label={`The initials ${letters.join(' and ')}`}
      className="h-35 w-auto max-w-full lg:h-60"
    >
      {shapes.map(({ d }, index) => (
        <path
          key={letters.slice(0, index + 1).join('')}
          className={colours[index]}
          fill="none"
          strokeWidth="32"
          transform={`translate(${shapes.slice(0, index).reduce((sum, shape) => sum + shape.width + gap, 0)} 0)`}
          d={d}
        />
      ))}
      <path className="stroke-text stroke-[1.5]" d={`M0 160H${width + 3000}`} />
    </svg>
  )
}
