import { useEffect, useRef } from 'react'
import { paths } from '@/lib/site'
import { isAnswer, maySignUp } from '@/components/auth/widget/pages'
import type { Stage } from './stage'

type Props = {
  stage: Stage
  /** The widget's page that is showing, by its name; empty before the first. */
  page: string
  /** Stands where somebody's sign-in has ended: what had the focus may have gone with it. */
  anew: boolean
}

/** What stands over the form from the first byte on, as far as it is true of what the form shows. */
export function FrameHead({ stage, page, anew }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (anew && document.activeElement === document.body) heading.current?.focus()
  }, [anew])
  const account = stage.at === 'already' || isAnswer(page)
  return (
    <>
      <h1 ref={heading} tabIndex={anew ? -1 : undefined} className="text-4xl">
        {account ? 'Your account' : 'Sign in or start'}
      </h1>
      {!account && <p className="mt-3 text-lg">No phone call. A text code at most.</p>}
      {!account && stage.at !== 'second' && maySignUp(page) && (
        <p className="mt-3 max-w-136 text-sm text-muted">
          An account here may show that you stutter. By making one, you agree that we keep this, as the{' '}
          <a href={`${paths.privacy}#health`} className="link">
            privacy policy
          </a>{' '}
          says. You can delete the account at any time.
        </p>
      )}
    </>
  )
}
