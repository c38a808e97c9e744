'use client'
import { Busy } from '@/components/session/busy'
import { Reload } from '@/components/session/reload'
import { leave } from '@/components/session/session'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { settings } from './options'
import { containerId, useSignIn } from './use-sign-in'
import { VisitStep } from './visit-step'
import './widget.css'

/** The sign-in island: our own step, the drop-in widget, and what stands there before and after it. */
export function SignIn() {
  const { stage, visit, emailLink, choices, chooseVisit, chooseLink } = useSignIn()
  const open = stage.at === 'widget' && choices && settings.methods.includes('password')
  return (
    <div className="min-h-112 max-w-104">
      {stage.at === 'loading' && <Busy>Loading the sign-in form.</Busy>}
      {stage.at === 'leaving' && <Busy>You are signed in. One moment.</Busy>}
      {stage.at === 'failed' && (
        <Notice kind="bad" live="alert" title="Signing in does not work right now.">
          <p>{stage.text}</p>
          <Reload />
        </Notice>
      )}
      {stage.at === 'already' && (
        <div className="grid justify-items-start gap-4">
          <p className="text-lg [overflow-wrap:anywhere]">
            You are signed in
            {(stage.person.email ?? stage.person.phone) && ` as ${stage.person.email ?? stage.person.phone}`}.
          </p>
          <Button href={stage.next} size="big">
            Continue
          </Button>
          <Button variant="alt" onClick={() => leave().catch(() => location.reload())}>
            Sign out
          </Button>
        </div>
      )}
      {open && <VisitStep visit={visit} emailLink={emailLink} choose={chooseVisit} />}
      <div id={containerId} hidden={stage.at === 'already' || stage.at === 'leaving' || stage.at === 'failed'} />
      {open && (
        <p className="mt-4">
          <button
            type="button"
            onClick={() => chooseLink(!emailLink)}
            className="link min-h-11 cursor-pointer font-semibold"
          >
            {emailLink ? 'Use a password instead' : 'Email me a link instead'}
          </button>
        </p>
      )}
    </div>
  )
}
