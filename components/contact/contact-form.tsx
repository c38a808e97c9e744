'use client'
import { useLocale, useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { Busy } from '@/components/ui/busy'
import { Button } from '@/components/ui/button'
import { Field, TextArea } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import {
  contactAddress,
  type ContactField,
  type ContactProblems,
  contactLimits,
  type ContactMessage,
} from '@/lib/contract/contact'
import { fieldSentence } from '@/lib/contract/contact-words'
import { siteName } from '@/lib/site'
import { WaitingArt } from './art'
import { mailLink, useContact } from './use-contact'

/** With script, the page validates instead of the browser. */
function replaceBrowserValidation(form: HTMLFormElement | null) {
  if (!form) return
  form.noValidate = true
  // `maxlength` would silently cut a pasted text.
  form.querySelector('textarea')?.removeAttribute('maxlength')
}

function messageLength(form: HTMLFormElement | null): number {
  const field = form?.elements.namedItem('message')
  return field instanceof HTMLTextAreaElement ? field.value.length : 0
}

/** Works as a plain form until its script has loaded. The text is stored nowhere before it is sent. */
export function ContactForm({ mail }: { mail: string }) {
  const t = useTranslations('contactView')
  const words = useTranslations('contactForm')
  const locale = useLocale()
  const { state, refusals, send, removeFixedErrors, writeAgain } = useContact()
  const [length, setLength] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const focusesForm = useRef(false)
  const isFormShown = state.at !== 'received'
  useEffect(() => {
    if (!isFormShown) return
    replaceBrowserValidation(form.current)
    setLength(messageLength(form.current))
    if (focusesForm.current) form.current?.querySelector('input')?.focus()
    focusesForm.current = false
  }, [isFormShown])
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [refusals])

  if (state.at === 'received') {
    const writeAnother = () => {
      focusesForm.current = true
      writeAgain()
    }
    return <Received message={state.message} onWriteAnother={writeAnother} />
  }
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
        setLength(messageLength(event.currentTarget))
        removeFixedErrors(event.currentTarget)
      }}
      className="grid grid-cols-1 gap-6"
    >
      <Fields problems={state.at === 'writing' ? state.problems : {}} length={length} />
      <input type="hidden" name="locale" value={locale} />
      {state.at === 'failed' && (
        <Notice kind="bad" live="alert" title={state.trouble.title}>
          <p>{state.trouble.text}</p>
          <p>
            <a className="link tap" href={mailLink(mail, t('mailSubject', { site: siteName }), state.message)}>
              {t('sendAsEmail')}
            </a>
          </p>
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <Button type="submit" size="big" busy={state.at === 'sending'}>
          {words('answer.send')}
        </Button>
        {state.at === 'sending' && <Busy>{t(state.slow ? 'sendingSlow' : 'sending')}</Busy>}
      </div>
    </form>
  )
}

function Fields({ problems, length }: { problems: ContactProblems; length: number }) {
  const t = useTranslations('contactView')
  const words = useTranslations('contactForm')
  const common = (name: ContactField) => ({
    id: `contact-${name}`,
    name,
    label: words(`label.${name}`),
    hint: t(`fields.${name}.hint`),
    maxLength: contactLimits[name],
    required: true,
    error: problems[name] && fieldSentence(words, name, problems[name]),
  })
  return (
    <>
      <Field {...common('name')} autoComplete="name" />
      <Field {...common('email')} type="email" autoComplete="email" inputMode="email" />
      <div>
        <TextArea {...common('message')} />
        <CharactersLeft length={length} />
      </div>
    </>
  )
}

const firstThreshold = 500
/** Thresholds that are announced. */
const thresholds = [firstThreshold, 100, 0, -1]

function CharactersLeft({ length }: { length: number }) {
  const t = useTranslations('contactView')
  const left = contactLimits.message - length
  const threshold = thresholds.findLast((each) => left <= each)
  return (
    <>
      <p aria-hidden="true" className="min-h-[1.55em] pt-1.5 text-sm text-muted tabular-nums">
        {left <= firstThreshold && t(left < 0 ? 'length.tooMany' : 'length.left', { count: Math.abs(left) })}
      </p>
      <p role="status" className="sr-only">
        {threshold !== undefined && (threshold < 0 ? t('length.tooLong') : t('length.atMost', { count: threshold }))}
      </p>
    </>
  )
}

type ReceivedProps = { message: ContactMessage; onWriteAnother: () => void }

function Received({ message, onWriteAnother }: ReceivedProps) {
  const t = useTranslations('contactView')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div>
      <WaitingArt />
      <h3 ref={heading} tabIndex={-1} className="mt-8 text-2xl font-normal tracking-tight">
        {t('received.title')}
      </h3>
      <p className="mt-2">
        {t.rich('received.text', {
          email: message.email,
          address: (email) => <bdi className="font-bold wrap-anywhere">{email}</bdi>,
        })}
      </p>
      <h4 className="mt-8 border-t border-hair pt-6 text-sm font-semibold text-muted">{t('received.wrote')}</h4>
      <p dir="auto" className="mt-2 wrap-anywhere whitespace-pre-wrap">
        {message.message}
      </p>
      <p className="mt-8">
        <Button variant="alt" onClick={onWriteAnother}>
          {t('received.another')}
        </Button>
      </p>
    </div>
  )
}
