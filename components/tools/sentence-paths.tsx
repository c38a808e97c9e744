import { inkClass, layersOf, type Mark, waterlineClass } from '@/lib/score'

type SentencePathsProps = { marks: readonly Mark[]; lines: readonly number[]; start?: number; end: number }

/** The paths of a drawn sentence, for an SVG in its units. The lines go from `start` to `end`. */
export const SentencePaths = ({ marks, lines, start = 0, end }: SentencePathsProps) => (
  <>
    {layersOf(marks).map(({ ink, d }) => (
      <path key={d} className={inkClass[ink]} d={d} />
    ))}
    {lines.map((line) => (
      <path
        key={line}
        className={waterlineClass}
        fill="none"
        vectorEffect="non-scaling-stroke"
        d={`M${start} ${line}H${end}`}
      />
    ))}
  </>
)
