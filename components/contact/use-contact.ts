'use client'
import { useLocale, useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { useWindowEvent } from '@/components/ui/use-window-event'
import { type Answer, type Failure, isOk, mayHaveArrived, problemWords, type RequestWords } from '@/lib/browser/answer'
import { callApi } from '@/lib/browser/call-api'
import { mainSiteUrl } from '@/lib/browser/config'
import {
  type ContactField,
  contactFields,
  type ContactMessage,
  type ContactProblems,
  validateContact,
} from '@/lib/contract/contact'
import { notSentMessage, refusalMessage, type ContactWords, type FormMessage } from '@/lib/contract/contact-words'
import { isolate, localPath, type Locale } from '@/lib/locales'
import { paths } from '@/lib/site'

type FormState =
  | { at: 'writing'; problems: ContactProblems }
  | { at: 'sending'; slow?: true }
  | { at: 'failed'; trouble: FormMessage; isOffline?: true; message: ContactMessage }
  | { at: 'received'; message: ContactMessage }

const writing: FormState = { at: 'writing', problems: {} }

const typedFields = (form: HTMLFormElement) =>
  Object.fromEntries(new FormData(form)) as Partial<Record<ContactField, unknown>>

/** Fields that only the server refuses, by newer rules with codes that this page may not know. */
function fieldProblems(fields: Record<string, string> = {}): ContactProblems | null {
  const found = contactFields.filter((field) => field in fields)
  return found.length > 0 ? Object.fromEntries(found.map((field) => [field, 'invalid'])) : null
}

type Received = { received: true }

/** Sends the message. Under load the server first asks for a proof of work. */
async function submit(message: ContactMessage & { locale: Locale }, slow: () => void): Promise<Answer<Received>> {
  const answer = await callApi((api) => api.sendContact(message))
  const challenge = isOk(answer) ? undefined : answer.data.error.challenge
  if (!challenge) return answer
  slow()
  try {
    const { solveChallenge } = await import('@/lib/contract/proof-of-work')
    const proof = await solveChallenge(challenge)
    return await callApi((api) => api.sendContact(message, proof))
  } catch {
    // The solver did not load.
    return answer
  }
}

export function useContact() {
  const t = useTranslations('contactView')
  const words = useTranslations('contactForm')
  const requests = useTranslations('requests')
  const locale = useLocale()
  const [state, setState] = useState<FormState>(writing)
  /** Each refusal focuses the first invalid field. */
  const [refusals, setRefusals] = useState(0)
  const isSending = useRef(false)

  useWindowEvent('online', () => {
    if (state.at !== 'failed' || !state.isOffline) return
    const { message } = state
    setState({ at: 'failed', message, trouble: { title: t('trouble.online.title'), text: t('trouble.online.text') } })
  })

  function showOffline(message: ContactMessage) {
    const trouble = { title: t('trouble.offline.title'), text: t('trouble.offline.text') }
    setState({ at: 'failed', trouble, isOffline: true, message })
  }

  function showProblems(problems: ContactProblems) {
    setState({ at: 'writing', problems })
    setRefusals((count) => count + 1)
  }

  async function send(form: HTMLFormElement) {
    if (isSending.current) return
    const judged = validateContact(typedFields(form))
    if ('problems' in judged) return showProblems(judged.problems)
    const { message } = judged
    if (!navigator.onLine) return showOffline(message)
    isSending.current = true
    setState({ at: 'sending' })
    const answer = await submit({ ...message, locale }, () => setState({ at: 'sending', slow: true }))
    isSending.current = false
    if (isOk(answer)) return setState({ at: 'received', message })
    const problems = fieldProblems(answer.data.error.fields)
    if (problems) return showProblems(problems)
    if (answer.status === 0 && !mayHaveArrived(answer) && !navigator.onLine) return showOffline(message)
    setState({ at: 'failed', trouble: troubleOf(answer, { t, words, requests, locale }), message })
  }

  /** Removes fixed errors, and adds none while typing. */
  function removeFixedErrors(form: HTMLFormElement) {
    if (state.at !== 'writing' || Object.keys(state.problems).length === 0) return
    const judged = validateContact(typedFields(form))
    const now = 'problems' in judged ? judged.problems : {}
    const remaining = Object.fromEntries(
      contactFields.flatMap((field) => (state.problems[field] && now[field] ? [[field, now[field]]] : [])),
    )
    setState({ at: 'writing', problems: remaining })
  }

  return { state, refusals, send, removeFixedErrors, writeAgain: () => setState(writing) }
}

type Translators = {
  t: ReturnType<typeof useTranslations<'contactView'>>
  words: ContactWords
  requests: RequestWords
  locale: Locale
}

function troubleOf(failure: Failure, { t, words, requests, locale }: Translators): FormMessage {
  const { status, data, retryAfter } = failure
  if (data.error.code === 'no-mode') {
    const main = mainSiteUrl()
    const address = main && isolate(`${new URL(main).host}${localPath(paths.contact, locale)}`, locale)
    return {
      title: t('trouble.noMode.title'),
      text: address ? t('trouble.noMode.textWithSite', { address }) : t('trouble.noMode.text'),
    }
  }
  if (data.error.code === 'not-sent') return notSentMessage(words, t('trouble.unreachable.title'))
  if (mayHaveArrived(failure)) return { title: t('trouble.noAnswer.title'), text: t('trouble.noAnswer.text') }
  return refusalMessage(words, status, problemWords(requests, failure), retryAfter)
}

/** Some mail programs refuse longer links. */
const maxLinkLength = 1900

export function mailLink(mail: string, subject: string, message: ContactMessage | null): string {
  const link = `mailto:${mail}?subject=${encodeURIComponent(subject)}`
  const linkWithBody = message && `${link}&body=${encodeURIComponent(message.message.replaceAll('\n', '\r\n'))}`
  return linkWithBody && linkWithBody.length <= maxLinkLength ? linkWithBody : link
}
