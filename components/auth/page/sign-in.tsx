'use client'
import { useCallback, useState, type ReactNode } from 'react'
import { Busy } from '@/components/session/busy'
import { Reload, UnknownHost } from '@/components/session/notices'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { FrameHead } from './frame-head'
import { PageNote } from './page-note'
import { isFirst } from '@/components/auth/widget/pages'
import { containerId, useSignIn } from './use-sign-in'
import { VisitStep } from './visit-step'
import '@/components/auth/widget/widget.css'

function TextButton({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <button type="button" onClick={onClick} className="link min-h-11 cursor-pointer text-start font-semibold">
      {children}
    </button>
  )
}

/**
 * The sign-in island: the frame's words, our own step, the drop-in widget, and what stands there before and after it.
 * @param children what stands between the words and the form, whatever it shows
 */
export function SignIn({ children }: { children?: ReactNode }) {
  const [times, setTimes] = useState(1)
  const beginAnew = useCallback(() => setTimes((so) => so + 1), [])
  return (
    // Anew in place: without a connection no page would come that is loaded again.
    <SignInPage key={times} anew={times > 1} beginAnew={beginAnew}>
      {children}
    </SignInPage>
  )
}

type SignInPageProps = { anew: boolean; beginAnew: () => void; children: ReactNode }

function SignInPage({ anew, beginAnew, children }: SignInPageProps) {
  const page = useSignIn(beginAnew)
  const { stage, emailLink, note } = page
  const open = stage.at === 'widget'
  const shut = ['already', 'leaving', 'failed', 'unknown-host', 'second'].includes(stage.at)
  return (
    <>
      <FrameHead stage={stage} page={page.name} anew={anew} />
      <div className="mt-8">{children}</div>
      <div className="min-h-144 lg:min-h-112 max-w-104">
        {(stage.at === 'loading' || (open && page.name === '')) && <Busy served>Loading the sign-in form.</Busy>}
        {stage.at === 'leaving' && !stage.merged && <Busy>You are signed in. One moment.</Busy>}
        {stage.at === 'leaving' && stage.merged && (
          <p role="status" className="text-lg">
            You have an account already, and are signed in to it. What you did as a guest stays apart from it.
          </p>
        )}
        {stage.at === 'unknown-host' && <UnknownHost />}
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
            <Button variant="alt" onClick={page.signOut}>
              Sign out
            </Button>
          </div>
        )}
        {stage.at === 'second' && <stage.Step {...stage.step} />}
        {note && !shut && (
          <div className="mb-6">
            <PageNote
              note={note}
              provider={page.provider}
              popup={page.popup}
              otherWays={page.startAgain}
              single={page.single}
            />
          </div>
        )}
        {open && page.choices && (
          <VisitStep visit={page.visit} emailLink={emailLink} hint={isFirst(page.name)} choose={page.chooseVisit} />
        )}
        {/* Nothing is under way while an interruption waits for an answer. */}
        <div id={containerId} hidden={shut} data-paused={note?.kind === 'interrupted' || undefined} />
        {open && (page.links || page.out) && (
          <div className="mt-4 grid justify-items-start">
            {page.links && (
              <TextButton onClick={() => page.chooseLink(!emailLink)}>
                {emailLink ? 'Use a password instead' : 'Email me a link instead'}
              </TextButton>
            )}
            {page.out && <TextButton onClick={page.startAgain}>{page.out}</TextButton>}
          </div>
        )}
      </div>
    </>
  )
}
