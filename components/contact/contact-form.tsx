'use client'
import { useEffect, useRef, useState } from 'react'
import { Busy } from '@/components/session/busy'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { TextArea } from '@/components/ui/text-area'
import {
  contactAddress,
  type ContactField,
  contactLimits,
  type ContactMessage,
  contactOutcome,
} from '@/lib/contract/contact'
import { contactLabels, fieldSentence } from '@/lib/contract/contact-words'
import { paths } from '@/lib/site'
import { Waiting } from './art'
import { mailLink, useContact } from './use-contact'

/** Until the script is there the browser itself judges the fields; then the page does, which says more. */
function takeOver(form: HTMLFormElement | null) {
  if (!form) return
  form.noValidate = true
  // A limit of the browser's would cut a long text at its end without a word.
  form.querySelector('textarea')?.removeAttribute('maxlength')
}

function lengthIn(form: HTMLFormElement | null): number {
  const field = form?.elements.namedItem('message')
  return field instanceof HTMLTextAreaElement ? field.value.length : 0
}

/**
 * The form, which works as a plain form until its script has come. What is typed lives in the fields alone,
 * so that nothing of it is stored anywhere before it is sent.
 */
export function ContactForm({ mail }: { mail: string }) {
  const { standing, refusals, send, mend, writeAgain } = useContact()
  useKeptLink()
  const [length, setLength] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  /** Another message is to be written: the button that was pressed for it went with the last one. */
  const anew = useRef(false)
  const shown = standing.at !== 'received'
  useEffect(() => {
    if (!shown) return
    takeOver(form.current)
    // Something may have been typed before this ran.
    setLength(lengthIn(form.current))
    if (anew.current) form.current?.querySelector('input')?.focus()
    anew.current = false
  }, [shown])
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [refusals])

  if (standing.at === 'received') {
    const again = () => {
      anew.current = true
      writeAgain()
    }
    return <Received message={standing.message} again={again} />
  }
  const problems = standing.at === 'writing' ? standing.problems : {}
  const error = (field: ContactField) => problems[field] && fieldSentence(field, problems[field])
  return (
    <form
      ref={form}
      method="post"
      action={contactAddress}
      onSubmit={(event) => {
        event.preventDefault()
        void send(event.currentTarget)
      }}
      onInput={(event) => {
        setLength(lengthIn(event.currentTarget))
        mend(event.currentTarget)
      }}
      className="grid grid-cols-1 gap-6"
    >
      <Field
        id="contact-name"
        label={contactLabels.name}
        name="name"
        hint="Whatever you would like to be called."
        autoComplete="name"
        maxLength={contactLimits.name}
        required
        error={error('name')}
      />
      <Field
        id="contact-email"
        label={contactLabels.email}
        name="email"
        type="email"
        hint="The answer goes there, and it goes on no list."
        autoComplete="email"
        inputMode="email"
        maxLength={contactLimits.email}
        required
        error={error('email')}
      />
      <div>
        <TextArea
          id="contact-message"
          label={contactLabels.message}
          name="message"
          hint="As short or as long as you like. Please leave out a diagnosis or a card number: we never need either."
          maxLength={contactLimits.message}
          required
          error={error('message')}
        />
        <CharactersLeft length={length} />
      </div>
      {standing.at === 'failed' && (
        <Notice kind="bad" live="alert" title={standing.trouble.title}>
          <p>{standing.trouble.text}</p>
          <p>
            <a className="link tap" href={mailLink(mail, standing.message)}>
              Send it as an e-mail instead
            </a>
          </p>
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <Button type="submit" size="big" busy={standing.at === 'sending'}>
          Send message
        </Button>
        {standing.at === 'sending' && (
          <Busy>
            {standing.slow
              ? 'Sending your message. Many are coming in right now, so it can take a little longer.'
              : 'Sending your message.'}
          </Busy>
        )}
      </div>
    </form>
  )
}

const words = (left: number) => {
  const amount = Math.abs(left).toLocaleString('en')
  const unit = Math.abs(left) === 1 ? 'character' : 'characters'
  return left < 0 ? `${amount} ${unit} too many` : `${amount} ${unit} left`
}

/** From here on the end is near enough to speak of. */
const near = 500
/** What is said aloud: at the first sight of the end, a little before it, and past it. */
const steps = [near, 100, 0, -1]

/** How much room a message still has: shown near the end only, and said aloud in a few steps. */
export function CharactersLeft({ length }: { length: number }) {
  const left = contactLimits.message - length
  const step = steps.findLast((each) => left <= each)
  return (
    <>
      <p aria-hidden="true" className="min-h-[1.55em] pt-1.5 text-sm text-muted tabular-nums">
        {left <= near && words(left)}
      </p>
      <p role="status" className="sr-only">
        {step !== undefined && (step < 0 ? 'The message is too long.' : `${step || 'No'} characters left, or fewer.`)}
      </p>
    </>
  )
}

type ReceivedProps = { message: ContactMessage; again: () => void }

/** A message has arrived: the focus comes to the heading, and what was sent stands there to be kept. */
export function Received({ message, again }: ReceivedProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div>
      <Waiting />
      <h3 ref={heading} tabIndex={-1} className="mt-8 text-2xl font-normal tracking-tight">
        Your message has arrived.
      </h3>
      <p className="mt-2">
        The answer comes in writing to <b className="wrap-anywhere">{message.email}</b>. Nobody will phone you. There is
        nothing more for you to do.
      </p>
      <h4 className="mt-8 border-t border-hair pt-6 text-sm font-semibold text-muted">What you wrote</h4>
      <p className="mt-2 wrap-anywhere whitespace-pre-wrap">{message.message}</p>
      <p className="mt-8">
        <Button variant="alt" onClick={again}>
          Write another message
        </Button>
      </p>
    </div>
  )
}

/** Whether this page was led to by a post of its form: not by a link that was kept, nor by loading it again. */
function justSent(): boolean {
  const [loading] = performance.getEntriesByType('navigation')
  if (!loading || !('type' in loading) || loading.type !== 'navigate') return false
  const [from] = document.referrer.split('?')
  return [paths.contact, contactAddress].some((path) => from === `${location.origin}${path}`)
}

/** Shows the form where the address says that a message has arrived, and none was sent just now. */
export function useKeptLink() {
  useEffect(() => {
    const forget = () => {
      if (location.hash !== `#${contactOutcome}`) return
      // What `:target` shows follows the address only when the browser itself goes there.
      location.replace('#')
      history.replaceState(null, '', location.pathname + location.search)
    }
    if (!justSent()) forget()
    addEventListener('hashchange', forget)
    return () => removeEventListener('hashchange', forget)
  }, [])
}
