import type { ReactNode } from 'react'
import { readAppScreens, type AppScreen } from '@/lib/content/pages/app-screens'
import {
  totalArea,
  inkClass,
  layersOf,
  type Mark,
  pauseMark,
  soundMarks,
  layOutTurns,
  waterlineClass,
} from '@/lib/score'

function Marks({ marks, at: [x, y], wide }: { marks: readonly Mark[]; at: readonly [number, number]; wide: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      {layersOf(marks).map(({ ink, d }) => (
        <path key={d} className={inkClass[ink]} d={d} />
      ))}
      <path className={waterlineClass} d={`M0 0H${wide}`} />
    </g>
  )
}

function Choice({ y, first, children }: { y: number; first?: boolean; children: string }) {
  return (
    <>
      <rect
        x="24"
        y={y}
        width="192"
        height="44"
        rx="8"
        className={first ? 'fill-primary' : 'fill-none stroke-border'}
      />
      <text x="120" y={y + 28} textAnchor="middle" className={first ? 'fill-on-primary' : 'fill-text'}>
        {children}
      </text>
    </>
  )
}

/** A phone with a screen that shows the score. */
function Phone({ title, children }: { title: string; children: ReactNode }) {
  return (
    <svg viewBox="0 0 240 460" aria-hidden="true" className="w-full text-[17px] [--paper:var(--surface)]">
      <rect x="1" y="1" width="238" height="458" rx="28" className="fill-surface stroke-border" strokeWidth="2" />
      <text x="24" y="56" className="fill-text text-[22px]">
        {title}
      </text>
      {children}
    </svg>
  )
}

const word = layOutTurns(0, 0, 'above 26 26 108, pause 32').marks
const seat = totalArea([60])
const seats: { x: number; y: number; marks: Mark[] }[] = [
  { x: 24, y: 170, marks: soundMarks(11, 0, [60], 'above') },
  { x: 130, y: 170, marks: [pauseMark(5, 0, 72, seat, 'below-rest')] },
  { x: 24, y: 270, marks: [...soundMarks(9, 0, [16, 16, 16, 16], 'below')] },
  { x: 130, y: 270, marks: [pauseMark(5, 0, 72, seat, 'above-rest')] },
]

const drawings = [
  {
    caption: 'Practise a word, aloud or in silence',
    drawing: (
      <Phone title="Practice">
        <Marks marks={word} at={[24, 220]} wide={192} />
        <Choice y={328} first>
          Aloud
        </Choice>
        <Choice y={384}>In silence</Choice>
      </Phone>
    ),
  },
  {
    caption: 'In a call, speak, type or pass',
    drawing: (
      <Phone title="Group call">
        {seats.map(({ x, y, marks }) => (
          <g key={`${x} ${y}`}>
            <rect x={x} y={y - 84} width="86" height="92" rx="8" className="fill-sunken" />
            <Marks marks={marks} at={[x + 2, y - 14]} wide={82} />
          </g>
        ))}
        <Choice y={328}>Type</Choice>
        <Choice y={384}>Pass</Choice>
      </Phone>
    ),
  },
  {
    caption: 'Choose one small thing for the week',
    drawing: (
      <Phone title="This week">
        <rect x="24" y="92" width="192" height="150" rx="8" className="fill-tint" />
        <text x="42" y="132" className="fill-text">
          Ask for the bill.
        </text>
        <g className="[--paper:var(--tint)]">
          <Marks marks={layOutTurns(0, 0, 'above 48 66, pause 42').marks} at={[42, 200]} wide={156} />
        </g>
        <Choice y={328} first>
          I tried it
        </Choice>
        <Choice y={384}>Not this week</Choice>
      </Phone>
    ),
  },
]

type ScreenshotProps = { of: AppScreen['light']; alt: string; theme: string }

function Screenshot({ of, alt, theme }: ScreenshotProps) {
  const look = `h-auto w-full rounded-lg border border-hair ${theme}`
  // oxlint-disable-next-line nextjs/no-img-element -- already optimised, and `next/image` would need a script
  return <img {...of} alt={alt} loading="lazy" sizes="16rem" className={look} />
}

const screenshots = ({ light, dark, alt }: AppScreen) => (
  <>
    <Screenshot of={light} alt={alt} theme={dark ? 'dark:hidden' : ''} />
    {dark && <Screenshot of={dark} alt={alt} theme="hidden dark:block" />}
  </>
)

type Shown = { caption: string; picture: ReactNode }

/** The owner's screenshots of the app, or labelled drawings. */
export async function AppScreens({ folder }: { folder?: string }) {
  const screens = await readAppScreens(folder)
  const shown: Shown[] =
    screens.length > 0
      ? screens.map((screen) => ({ caption: screen.caption, picture: screenshots(screen) }))
      : drawings.map(({ caption, drawing }) => ({ caption: `Illustration: ${caption}`, picture: drawing }))
  return (
    <ul aria-label="The app" className="mt-8 grid max-w-184 grid-cols-2 gap-6 md:grid-cols-3 md:gap-12">
      {shown.map(({ caption, picture }) => (
        // Avoids a single drawing in the last row on a phone.
        <li key={caption} className={screens.length > 0 ? '' : 'max-md:odd:last:hidden'}>
          <figure>
            {picture}
            <figcaption className="mt-2 text-sm text-muted">{caption}</figcaption>
          </figure>
        </li>
      ))}
    </ul>
  )
}
