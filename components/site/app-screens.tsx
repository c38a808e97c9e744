import type { useTranslations } from 'next-intl'
import { getLocale, getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { readAppScreens, type AppScreen } from '@/lib/content/pages/app-screens'
import { Marks } from '@/components/ui/drawing'
import { totalArea, type Mark, pauseMark, soundMarks, layOutTurns, waterlineClass } from '@/lib/score'

type ScoreProps = { marks: readonly Mark[]; at: readonly [number, number]; wide: number }

const Score = ({ marks, at: [x, y], wide }: ScoreProps) => (
  <g transform={`translate(${x} ${y})`}>
    <Marks marks={marks} />
    <path className={waterlineClass} d={`M0 0H${wide}`} />
  </g>
)

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
      className="app-screen w-full text-[17px] [direction:ltr] [--paper:var(--surface)]"
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
  { name: 'memberSpeaks', x: 24, y: 158, marks: soundMarks(12, 0, [56], 'above') },
  { name: 'youPass', x: 124, y: 158, marks: [pauseMark(6, 0, 68, seat, 'below-rest')] },
  { name: 'memberTypes', x: 24, y: 262, marks: soundMarks(8, 0, [16, 16, 16, 16], 'below') },
  { name: 'hostWaits', x: 124, y: 262, marks: [pauseMark(6, 0, 68, seat, 'above-rest')] },
] as const
const blocked = [pauseMark(0, 0, 76, totalArea([100]) / 2, 'pause'), ...soundMarks(76, 0, [100], 'above')]
const drawnOut = layOutTurns(0, 0, 'above 186x46').marks
const day = totalArea([20])
const week = [0, 1, 2, 3, 4, 5, 6].flatMap((index) =>
  index === 3 ? soundMarks(index * 26, 0, [20], 'above') : [pauseMark(index * 26, 0, 20, day, 'above-rest')],
)

type Translate = ReturnType<typeof useTranslations<'appScreens'>>

/** In the order of the parts of `/features`. */
const drawings = (t: Translate): AppFigure[] => [
  {
    caption: t('practice.caption'),
    picture: (
      <Phone title={t('practice.title')}>
        <text x="24" y="120" className="fill-text text-[34px]">
          {t('practice.word')}
        </text>
        <Score marks={word} at={[24, 216]} wide={192} />
        <Choice y={328} first>
          {t('practice.aloud')}
        </Choice>
        <Choice y={384}>{t('practice.inSilence')}</Choice>
      </Phone>
    ),
  },
  {
    caption: t('slowGear.caption'),
    picture: (
      <Phone title={t('slowGear.title')}>
        <text x="24" y="104" className="fill-muted">
          {t('slowGear.asItComes')}
        </text>
        <Score marks={blocked} at={[32, 176]} wide={176} />
        <text x="24" y="250" className="fill-muted">
          {t('slowGear.drawnOut')}
        </text>
        <Score marks={drawnOut} at={[27, 316]} wide={186} />
        <Choice y={384} first>
          {t('slowGear.nextWord')}
        </Choice>
      </Phone>
    ),
  },
  {
    caption: t('week.caption'),
    picture: (
      <Phone title={t('week.title')}>
        <rect x="24" y="84" width="192" height="92" rx="8" className="fill-tint" />
        {t.rich('week.goal', {
          first: (words) => (
            <text x="40" y="122" className="fill-text">
              {words}
            </text>
          ),
          second: (words) => (
            <text x="40" y="148" className="fill-text">
              {words}
            </text>
          ),
        })}
        <Score marks={week} at={[31, 240]} wide={176} />
        <text x="24" y="286" className="fill-muted">
          {t('week.tried')}
        </text>
        <Choice y={328} first>
          {t('week.write')}
        </Choice>
        <Choice y={384}>{t('week.another')}</Choice>
      </Phone>
    ),
  },
  {
    caption: t('call.caption'),
    picture: (
      <Phone title={t('call.title')}>
        {seats.map(({ name, x, y, marks }) => (
          <g key={name}>
            <rect x={x} y={y - 76} width="92" height="96" rx="8" className="fill-sunken" />
            <Score marks={marks} at={[x + 6, y - 20]} wide={80} />
            <text x={x + 8} y={y + 11} className="fill-text text-[13px]">
              {t(`call.${name}`)}
            </text>
          </g>
        ))}
        <rect x="24" y="300" width="192" height="48" rx="8" className="fill-none stroke-border" />
        <text x="38" y="330" className="fill-muted">
          {t('call.chat')}
        </text>
        <Choice y={384}>{t('call.pass')}</Choice>
      </Phone>
    ),
  },
]

function screenshots({ light, dark, alt }: AppScreen) {
  const screenshot = (of: typeof light, theme: string) => {
    const look = `h-auto w-full rounded-lg border border-hair ${theme}`
    // oxlint-disable-next-line nextjs/no-img-element -- already optimised, and `next/image` would need a script
    return <img {...of} alt={alt} loading="lazy" sizes="16rem" className={look} />
  }
  return (
    <>
      {screenshot(light, dark ? 'dark:hidden' : '')}
      {dark && screenshot(dark, 'hidden dark:block')}
    </>
  )
}

type AppFigure = { caption: string; picture: ReactNode }

/** The owner's screenshots of the app in the page's language, or labelled drawings. */
export async function appFigures(folder?: string): Promise<AppFigure[]> {
  const screens = await readAppScreens(folder ?? `${await getLocale()}/app-screens`)
  return screens.length > 0
    ? screens.map((screen) => ({ caption: screen.caption, picture: screenshots(screen) }))
    : drawings(await getTranslations('appScreens'))
}

export const AppScreenFigure = ({ caption, picture, className }: AppFigure & { className?: string }) => (
  <figure className={className}>
    {picture}
    <figcaption className="mt-2 text-sm text-muted">{caption}</figcaption>
  </figure>
)

export async function AppScreens({ folder }: { folder?: string }) {
  const [shown, t] = await Promise.all([appFigures(folder), getTranslations('appScreens')])
  return (
    <ul aria-label={t('name')} className="mt-8 grid grid-cols-2 gap-6 md:gap-10 lg:grid-cols-4">
      {shown.map((figure) => (
        <li key={figure.caption}>
          <AppScreenFigure {...figure} />
        </li>
      ))}
    </ul>
  )
}
