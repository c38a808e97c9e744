'use client'
import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { beyond, Marks, Waterline } from '@/components/ui/drawing'
import { Field } from '@/components/ui/field'
import { Button } from '@/components/ui/button'
import { paths } from '@/lib/site'
import { describedSentence, drawnSentence, fromFragment, parseWords, toFragment } from './sentence'

const maxLength = 60

/** Of fixed height, so that nothing below moves while a sentence grows. `top` is the empty part of a row. */
const shapes = [
  // Rows that fill the box as well as they can.
  { rowWidth: (whole: number) => Math.max(430, 15 * Math.sqrt(whole)), minWidth: 410, className: 'h-50 lg:hidden' },
  { rowWidth: () => Infinity, minWidth: 780, className: 'h-40 max-lg:hidden' },
]
const top = 34

/** The home page's drawing: one sentence that is redrawn as it is typed. Nothing is sent or stored. */
export function HeroScore() {
  const t = useTranslations('heroScore')
  const sentence = useTranslations('sentence')
  const locale = useLocale()
  const example = sentence('example')
  const [words, setWords] = useState(
    () => fromFragment(new URLSearchParams({ m: sentence('exampleMarks'), t: example }).toString()) ?? [],
  )
  const whole = drawnSentence(words, { rowWidth: Infinity }).width
  return (
    <>
      <div role="img" aria-label={describedSentence(words, sentence, locale)}>
        {shapes.map(({ rowWidth, minWidth, className }) => {
          const layout = { rowWidth: rowWidth(whole), hasListener: true }
          const { marks, lines, width, height } = drawnSentence(words, layout)
          return (
            <svg
              key={className}
              aria-hidden="true"
              viewBox={`0 ${top} ${Math.max(width, minWidth)} ${height - top}`}
              preserveAspectRatio="xMinYMax"
              className={`w-full rtl:-scale-x-100 ${className}`}
            >
              <Marks marks={marks} />
              {lines.map((line) => (
                <Waterline key={line} y={line} start={-beyond} end={beyond} />
              ))}
            </svg>
          )
        })}
      </div>
      <div className="mt-3 flex flex-wrap items-end gap-x-4 gap-y-3">
        <Field
          label={t('label')}
          hint={t('hint')}
          // Browsers do not restore a controlled field on Back.
          defaultValue={example}
          maxLength={maxLength}
          onChange={({ target }) => setWords(parseWords(target.value, words))}
          className="min-w-0 grow basis-72 lg:max-w-136"
        />
        <Button variant="alt" href={`${paths.toolScore}#${toFragment(words)}`} data-wait className="min-h-13">
          {t('keepDrawing')}
        </Button>
      </div>
    </>
  )
}
