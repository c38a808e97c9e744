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
    <svg
      viewBox="0 0 240 460"
      aria-hidden="true"
      className="w-full text-[17px] [direction:ltr] [--paper:var(--surface)]"
    >
      <rect x="1" y="1" width="238" height="458" rx="28" className="fill-surface stroke-border" strokeWidth="2" />
      <text x="24" y="56" className="fill-text text-[22px]">
        {title}
      </text>
      {children}
    </svg>
  )
}

/** A word with three starts. */
const word = layOutTurns(0, 0, 'above 26 26 26 100').marks
const seat = totalArea([56])
const seats = [
  { name: 'Ana speaks', x: 24, y: 158, marks: soundMarks(12, 0, [56], 'above') },
  { name: 'You pass', x: 124, y: 158, marks: [pauseMark(6, 0, 68, seat, 'below-rest')] },
  { name: 'Ben types', x: 24, y: 262, marks: soundMarks(8, 0, [16, 16, 16, 16], 'below') },
  { name: 'Host waits', x: 124, y: 262, marks: [pauseMark(6, 0, 68, seat, 'above-rest')] },
]
const blocked = [pauseMark(0, 0, 76, totalArea([100]) / 2, 'pause'), ...soundMarks(76, 0, [100], 'above')]
const drawnOut = layOutTurns(0, 0, 'above 186x46').marks
const day = totalArea([20])
const week = [0, 1, 2, 3, 4, 5, 6].flatMap((index) =>
  index === 3 ? soundMarks(index * 26, 0, [20], 'above') : [pauseMark(index * 26, 0, 20, day, 'above-rest')],
)

/** In the order of the parts of `/features`. */
const drawings = [
  {
    caption: 'Practise a word, aloud or in silence',
    drawing: (
      <Phone title="Practice">
        <text x="24" y="120" className="fill-text text-[34px]">
          walnut
        </text>
        <Marks marks={word} at={[24, 216]} wide={192} />
        <Choice y={328} first>
          Aloud
        </Choice>
        <Choice y={384}>In silence</Choice>
      </Phone>
    ),
  },
  {
    caption: 'Begin a word later, softer or longer',
    drawing: (
      <Phone title="Slow gear">
        <text x="24" y="104" className="fill-muted">
          As it comes
        </text>
        <Marks marks={blocked} at={[32, 176]} wide={176} />
        <text x="24" y="250" className="fill-muted">
          Drawn out
        </text>
        <Marks marks={drawnOut} at={[27, 316]} wide={186} />
        <Choice y={384} first>
          Next word
        </Choice>
      </Phone>
    ),
  },
  {
    caption: 'Choose one small thing for the week',
    drawing: (
      <Phone title="This week">
        <rect x="24" y="84" width="192" height="92" rx="8" className="fill-tint" />
        <text x="40" y="122" className="fill-text">
          <tspan>“Could I have</tspan>
          <tspan x="40" dy="26">
            the bill, please?”
          </tspan>
        </text>
        <Marks marks={week} at={[31, 240]} wide={176} />
        <text x="24" y="286" className="fill-muted">
          Tried on Thursday
        </text>
        <Choice y={328} first>
          Write a line
        </Choice>
        <Choice y={384}>Choose another</Choice>
      </Phone>
    ),
  },
  {
    caption: 'In a call, speak, type or pass',
    drawing: (
      <Phone title="Group call">
        {seats.map(({ name, x, y, marks }) => (
          <g key={name}>
            <rect x={x} y={y - 76} width="92" height="96" rx="8" className="fill-sunken" />
            <Marks marks={marks} at={[x + 6, y - 20]} wide={80} />
            <text x={x + 8} y={y + 11} className="fill-text text-[13px]">
              {name}
            </text>
          </g>
        ))}
        <rect x="24" y="300" width="192" height="48" rx="8" className="fill-none stroke-border" />
        <text x="38" y="330" className="fill-muted">
          Write in the chat
        </text>
        <Choice y={384}>Pass</Choice>
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

export type AppFigure = { caption: string; picture: ReactNode }

/** The owner's screenshots of the app, or labelled drawings. */
export async function appFigures(folder?: string): Promise<AppFigure[]> {
  const screens = await readAppScreens(folder)
  return screens.length > 0
    ? screens.map((screen) => ({ caption: screen.caption, picture: screenshots(screen) }))
    : drawings.map(({ caption, drawing }) => ({ caption: `Illustration: ${caption}`, picture: drawing }))
}

export const AppScreenFigure = ({ caption, picture, className }: AppFigure & { className?: string }) => (
  <figure className={className}>
    {picture}
    <figcaption className="mt-2 text-sm text-muted">{caption}</figcaption>
  </figure>
)

export async function AppScreens({ folder }: { folder?: string }) {
  const shown = await appFigures(folder)
  return (
    <ul aria-label="The app" className="mt-8 grid grid-cols-2 gap-6 md:gap-10 lg:grid-cols-4">
      {shown.map((figure) => (
        <li key={figure.caption}>
          <AppScreenFigure {...figure} />
        </li>
      ))}
    </ul>
  )
}
