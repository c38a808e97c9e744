'use client'
import { useEffect, useRef, useState } from 'react'
import { Busy } from '@/components/session/busy'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { TextArea } from '@/components/ui/text-area'
import { contactAddress, contactLimits, type ContactField } from '@/lib/contract/contact'
import { contactLabels, fieldSentence } from '@/lib/contract/contact-words'
import { CharactersLeft } from './characters-left'
import { Received } from './received'
import { useContact } from './use-contact'
import { useKeptLink } from './use-kept-link'
import { mailLink } from './words'

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
