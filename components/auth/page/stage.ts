import type { ComponentProps } from 'react'
import type { SecondStep } from '@/components/session/second-step'
import type { Person } from '@/lib/browser/identity'

export type Stage =
  | { at: 'loading' }
  | { at: 'widget' }
  /** Signed in before this page was opened, or in another tab. */
  | { at: 'already'; person: Person; next: string }
  /** The account asks for a second factor; the component comes with it, because few need it. */
  | { at: 'second'; Step: typeof SecondStep; step: ComponentProps<typeof SecondStep> }
  /** The widget says why it cannot go on, as in a browser without storage. */
  | { at: 'stuck' }
  /** `merged`: with an account that was there before the guest was. */
  | { at: 'leaving'; merged: boolean }
  /** Nobody can sign in at this host. */
  | { at: 'unknown-host' }
  | { at: 'failed'; text: string }
