'use client'
import { useTranslations } from 'next-intl'
import { useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '@/components/ui/button'
import { callChoices, walkCall, type CallChoice, type CallLine, type CallScript } from '@/lib/contract/first-call'
import { useOffline } from './use-offline'

function Line({ who, text }: CallLine) {
  const t = useTranslations('toolCall')
  if (who === 'scene') return <p className="text-muted">{text}</p>
  return <p>{t.rich('line', { who: who === 'host' ? t('host') : who, text, name: (words) => <b>{words}</b> })}</p>
}

type FirstCallProps = {
  script: CallScript
  /** Shown below the last scene: where to go from here. */
  children: ReactNode
}

/** A group call as a text scene at the visitor's pace. No choice is sent or stored. */
export function FirstCall({ script, children }: FirstCallProps) {
  useOffline()
  const t = useTranslations('toolCall')
  const [choices, setChoices] = useState<readonly CallChoice[]>([])
  const newest = useRef<HTMLLIElement>(null)
  const steps = walkCall(script, choices)
  const scene = steps.at(-1)!.scene

  const go = (next: readonly CallChoice[]) => {
    flushSync(() => setChoices(next))
    newest.current?.scrollIntoView({ block: 'nearest' })
    // The pressed button has disappeared.
    if (document.activeElement === document.body) newest.current?.focus({ preventScroll: true })
  }

  return (
    <div className="max-w-184">
      <ol aria-live="polite" aria-relevant="additions" className="border-b border-hair">
        {steps.map(({ scene: { id, minute, place, lines, turn, choices: offered }, choice }, index) => (
          <li
            key={id}
            {...(index === steps.length - 1 && { ref: newest, tabIndex: -1 })}
            className="scroll-mb-40 border-t border-hair py-6"
          >
            <h3>
              {t.rich('placeAndMinute', {
                place,
                minute,
                detail: (words) => <span className="ms-2 text-sm font-normal text-muted">{words}</span>,
              })}
            </h3>
            <div className="mt-2 space-y-2">
              {lines.map((line) => (
                <Line key={line.text} {...line} />
              ))}
              {choice === undefined ? (
                turn && <p className="font-semibold">{turn}</p>
              ) : (
                <div className="border-s-4 border-s-primary ps-4">
                  <p className="font-semibold">{t(`chosen.${choice}`)}</p>
                  <p>{offered?.[choice].text}</p>
                </div>
              )}
            </div>
          </li>
        ))}
      </ol>
      {scene.choices ? (
        <div role="group" aria-label={t('question')} className="mt-6 flex flex-wrap gap-3">
          {callChoices.map((choice) => (
            <Button key={choice} variant="alt" onClick={() => go([...choices, choice])}>
              {t(`choices.${choice}`)}
            </Button>
          ))}
        </div>
      ) : (
        <div className="mt-6">{children}</div>
      )}
      {choices.length > 0 && (
        <div className="mt-4 flex flex-wrap gap-x-6">
          <button type="button" className="link tap cursor-pointer" onClick={() => go(choices.slice(0, -1))}>
            {t('back')}
          </button>
          <button type="button" className="link tap cursor-pointer" onClick={() => go([])}>
            {t('again')}
          </button>
        </div>
      )}
    </div>
  )
}
