import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import type { Note } from './note'

type Props = {
  note: Note
  /** What the provider is called, where the note is about one. */
  provider: string
  popup: () => void
  otherWays: () => void
  /** There are no other ways. */
  single?: boolean
}

/** The page's own remark above the widget: what happened, and what to press. */
export function PageNote({ note, provider, popup, otherWays, single = false }: Props) {
  if (note.kind === 'interrupted') {
    return (
      <Notice kind="bad" live="alert" title={note.sentence}>
        <p className="pt-1">Nothing is lost: it goes on from here.</p>
        <Button variant="alt" className="mt-4" onClick={note.again}>
          Try again
        </Button>
      </Notice>
    )
  }
  if (note.kind === 'taken') {
    return (
      <Notice kind="warn" live="alert" title="This address has an account already.">
        <p className="pt-1">This link is used up. Ask for a new one: it signs you in to that account.</p>
      </Notice>
    )
  }
  if (note.kind === 'stranded') {
    return <Notice kind="bad" live="alert" title="Something went wrong. Please try again." />
  }
  const waits = note.kind === 'waiting'
  const signingIn = note.provider ? `Signing in with ${provider}` : 'This'
  return (
    <Notice kind="warn" live="alert" title={waits ? `${signingIn} takes long.` : `${signingIn} was not finished.`}>
      <p className="pt-1">{waits ? 'You can wait, or go on here.' : 'Nothing was changed.'}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        {note.provider && <Button onClick={popup}>Try again in a small window</Button>}
        <Button variant="alt" onClick={otherWays}>
          {single ? 'Start again' : 'Other ways to sign in'}
        </Button>
      </div>
    </Notice>
  )
}
