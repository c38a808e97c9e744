'use client'
import { useRef, useState } from 'react'
import { useWindowEvent } from '@/components/ui/use-window-event'
import { type Answer, type Failure, isOk, mayHaveArrived } from '@/lib/browser/answer'
import { callApi } from '@/lib/browser/call-api'
import { mainSiteUrl } from '@/lib/browser/config'
import {
  type ContactField,
  contactFields,
  type ContactMessage,
  type ContactProblem,
  type ContactProblems,
  validateContact,
} from '@/lib/contract/contact'
import { notSentMessage, refusalMessage, messageKept, type FormMessage } from '@/lib/contract/contact-words'
import { paths, siteName } from '@/lib/site'

type FormState =
  | { at: 'writing'; problems: ContactProblems }
  | { at: 'sending'; slow?: true }
  | { at: 'failed'; trouble: FormMessage; message: ContactMessage }
  | { at: 'received'; message: ContactMessage }

const writing: FormState = { at: 'writing', problems: {} }
const knownProblems: readonly string[] = ['required', 'too-long', 'invalid-email', 'invalid'] satisfies ContactProblem[]

const typedFields = (form: HTMLFormElement) =>
  Object.fromEntries(new FormData(form)) as Partial<Record<ContactField, unknown>>

/** The server may have newer rules. */
function fieldProblems(fields: Record<string, string> | undefined): ContactProblems | null {
  const found = contactFields.filter((field) => fields?.[field] !== undefined)
  if (found.length === 0) return null
  const problem = (code = '') => (knownProblems.includes(code) ? (code as ContactProblem) : 'invalid')
  return Object.fromEntries(found.map((field) => [field, problem(fields?.[field])]))
}

type Received = { received: true }

/** Sends the message. Under load the server first asks for a proof of work. */
async function submit(message: ContactMessage, slow: () => void): Promise<Answer<Received>> {
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
  const [state, setState] = useState<FormState>(writing)
  /** Each refusal focuses the first invalid field. */
  const [refusals, setRefusals] = useState(0)
  const isSending = useRef(false)

  useWindowEvent('online', () => {
    if (state.at === 'failed' && state.trouble === offline) setState({ ...state, trouble: onlineAgain })
  })

  function showProblems(problems: ContactProblems) {
    setState({ at: 'writing', problems })
    setRefusals((count) => count + 1)
  }

  async function send(form: HTMLFormElement) {
    if (isSending.current) return
    const judged = validateContact(typedFields(form))
    if ('problems' in judged) return showProblems(judged.problems)
    const { message } = judged
    if (!navigator.onLine) return setState({ at: 'failed', trouble: offline, message })
    isSending.current = true
    setState({ at: 'sending' })
    const answer = await submit(message, () => setState({ at: 'sending', slow: true }))
    isSending.current = false
    if (isOk(answer)) return setState({ at: 'received', message })
    const problems = fieldProblems(answer.data.error.fields)
    if (problems) return showProblems(problems)
    const trouble = answer.status === 0 && !mayHaveArrived(answer) && !navigator.onLine ? offline : troubleOf(answer)
    setState({ at: 'failed', trouble, message })
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

const offline: FormMessage = {
  title: 'You’re offline, so nothing was sent.',
  text: `${messageKept} Send it once you’re online.`,
}

const onlineAgain: FormMessage = {
  title: 'You’re online again.',
  text: `Nothing was sent yet. ${messageKept} You can send it now.`,
}

function troubleOf(failure: Failure): FormMessage {
  const { status, data, retryAfter } = failure
  if (data.error.code === 'no-mode') {
    const main = mainSiteUrl()
    const where = main ? `Write to us at ${new URL(main).host}${paths.contact}, or` : 'Please'
    return {
      title: 'Messages can’t be sent from this address.',
      text: `This address isn’t set up, so nothing was sent and trying again won’t help. ${messageKept} ${where} send it by email.`,
    }
  }
  if (data.error.code === 'not-sent') return notSentMessage('We couldn’t reach the server.')
  if (mayHaveArrived(failure)) {
    return {
      title: 'We got no answer, so we don’t know whether it arrived.',
      text: `${messageKept} You can send it again. We’ll only count it once.`,
    }
  }
  return refusalMessage(status, data.error.message, retryAfter)
}

/** Some mail programs refuse longer links. */
const maxLinkLength = 1900

export function mailLink(mail: string, message: ContactMessage | null): string {
  const link = `mailto:${mail}?subject=${encodeURIComponent(`Message to ${siteName}`)}`
  const linkWithBody = message && `${link}&body=${encodeURIComponent(message.message.replaceAll('\n', '\r\n'))}`
  return linkWithBody && linkWithBody.length <= maxLinkLength ? linkWithBody : link
}
