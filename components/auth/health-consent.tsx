import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { healthConsent } from '@/lib/contract/health-consent'
import { paths } from '@/lib/site'

type ConsentBoxProps = {
  isGiven: boolean
  /** How often an account was asked for without it. */
  refusals: number
  onChange: (isGiven: boolean) => void
}

/** The unticked consent that comes before a new account. */
export function ConsentBox({ isGiven, refusals, onChange }: ConsentBoxProps) {
  const id = useId()
  const box = useRef<HTMLInputElement>(null)
  const isMissing = refusals > 0 && !isGiven
  useEffect(() => {
    if (refusals > 0) box.current?.focus()
  }, [refusals])
  return (
    <div className="mb-6">
      <label className="flex min-h-11 cursor-pointer items-start gap-3 text-md">
        <input
          ref={box}
          type="checkbox"
          checked={isGiven}
          onChange={({ target }) => onChange(target.checked)}
          aria-invalid={isMissing || undefined}
          aria-describedby={`${id}-why`}
          className="mt-0.5 size-6 shrink-0 accent-primary"
        />
        <span>{healthConsent.text}</span>
      </label>
      <p id={`${id}-why`} role={isMissing ? 'alert' : undefined} className="mt-1 ps-9 text-sm text-muted">
        {isMissing && (
          <b className="block text-danger">
            Please tick this first. Without your consent, we may not store an account.
          </b>
        )}
        <a href={paths.healthData} className="link tap">
          What we hold about your health, and why
        </a>
      </p>
    </div>
  )
}

type ConsentStepProps = { onAgree: () => void; onDecline: () => Promise<string | null> }

/** For an account that a provider, a link or a number has just created without the tick. */
export function ConsentStep({ onAgree, onDecline }: ConsentStepProps) {
  const [isGiven, setGiven] = useState(false)
  const [refusals, setRefusals] = useState(0)
  const [isDeclining, setDeclining] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const decline = async () => {
    setDeclining(true)
    setProblem(await onDecline())
    setDeclining(false)
  }
  return (
    <div className="grid justify-items-start">
      <h2 ref={heading} tabIndex={-1} className="mb-4 text-2xl">
        One question before you start
      </h2>
      <ConsentBox isGiven={isGiven} refusals={refusals} onChange={setGiven} />
      <div className="flex flex-wrap gap-3">
        <Button size="big" onClick={() => (isGiven ? onAgree() : setRefusals(refusals + 1))}>
          Create my account
        </Button>
        <Button variant="alt" size="big" busy={isDeclining} onClick={() => void decline()}>
          Don’t create an account
        </Button>
      </div>
      {problem && (
        <p role="alert" className="mt-4 text-danger">
          {problem}
        </p>
      )}
    </div>
  )
}
