import express, { type Router } from 'express'
import { defaultLocale, locales, nativeName, type Locale } from '@/lib/locales'
import { projectId } from '@/local/project'
import type { Context } from '@/local/vendors/context'
import { html, page, type Markup } from '@/local/vendors/html'
import { collectIdentityMail } from './identity-mail'
import type { Message } from './messages'
import { previews } from './previews'

/** HTML at `/inbox`, JSON at `/inbox.json`, and every email with sample data at `/inbox/previews`. */
export function inboxRoutes(context: Context): Router {
  const router = express.Router()
  router.get('/inbox.json', async (_request, response) => {
    await collectIdentityMail(context, projectId)
    response.set('Cache-Control', 'no-store').json(context.state.inbox.messages)
  })
  router.get('/inbox', async (_request, response) => {
    await collectIdentityMail(context, projectId)
    response.set('Cache-Control', 'no-store').send(inboxPage(context.state.inbox.messages))
  })
  router.get('/inbox/previews', ({ query }, response) => {
    const locale = locales.find((one) => one === query.locale) ?? defaultLocale
    response.send(previewsPage(context.settings.siteOrigin, locale))
  })
  return router
}

const previewsPage = (siteOrigin: string, locale: Locale) =>
  page(
    'Previews',
    html`
      <h1>Every email, with sample data</h1>
      <p>Nothing here was sent. <a href="/inbox">The inbox</a> has what was.</p>
      <p>${locales.map((one) => html`<a href="/inbox/previews?locale=${one}">${nativeName(one)}</a> `)}</p>
      ${previews(siteOrigin, locale).map(
        ({ when, ...email }) => html`
          <article class="card">
            <p class="meta">${when}</p>
            <h2>${email.subject}</h2>
            ${withHtml(email)}
            <details open>
              <summary>As text</summary>
              <pre dir="auto">${email.text}</pre>
            </details>
          </article>
        `,
      )}
    `,
  )

const withHtml = ({ html: body, subject }: Pick<Message, 'html' | 'subject'>) =>
  body !== undefined &&
  html`<details>
    <summary>As HTML</summary>
    <iframe sandbox title="${subject}" srcdoc="${body}"></iframe>
  </details>`

function inboxPage(messages: readonly Message[]): string {
  return page(
    'Inbox',
    html`
      <h1>Inbox</h1>
      <p>Every email and text message that would have left this machine, newest first.</p>
      <p><a href="/inbox/previews">See every email with sample data</a></p>
      ${messages.length === 0 && html`<p class="note">Nothing yet. Reload this page once you’ve asked for an email or a code.</p>`}
      ${messages.map(
        (message) => html`
          <article class="card">
            <p class="meta">
              ${message.kind === 'sms' ? 'Text message' : 'Email'} to
              ${message.to}${message.replyTo && html`, replies to ${message.replyTo}`},
              <time datetime="${message.at}">${message.at.slice(0, 16).replace('T', ' ')} UTC</time>
            </p>
            <h2>${message.subject}</h2>
            <pre dir="auto">${withLinks(message)}</pre>
            ${withHtml(message)}
          </article>
        `,
      )}
    `,
  )
}

function withLinks({ text, links }: Message): Markup[] {
  const parts: Markup[] = []
  let rest = text
  for (const link of links) {
    const at = rest.indexOf(link)
    if (at < 0) continue
    parts.push(html`${rest.slice(0, at)}<a href="${link}">${link}</a>`)
    rest = rest.slice(at + link.length)
  }
  return [...parts, html`${rest}`]
}
