import type { Desk } from '@/lib/contract/desk'
import { dayAndHour } from '@/lib/contract/format'
import { stripControls } from '@/lib/contract/text'
import { siteName } from '@/lib/site'

const indent = (text: string) => stripControls(text).replace(/^/gm, '    ')

const replyLink = (address: string) =>
  `mailto:${encodeURIComponent(address)}?subject=${encodeURIComponent(`Your message to ${siteName}`)}`

const section = (title: string, lines: string[]) => ['', title, ...(lines.length > 0 ? lines : ['  none'])]

const formatOutcomes = (all: Desk['webhooks']) =>
  all
    .filter(({ count }) => count > 0)
    .map(({ provider, outcome, count, lastAt }) => `  ${provider} ${outcome}: ${count}, last ${dayAndHour(lastAt)}`)

/** The desk as text. */
export function formatDesk(all: Desk, origin: string): string[] {
  return [
    origin,
    ...section(
      'Contact messages, newest first',
      all.messages.flatMap(({ id, name, email, message, receivedAt, mailed, attempts }) => [
        `  ${stripControls(name)} <${stripControls(email)}>, ${dayAndHour(receivedAt)}`,
        ...(mailed ? [] : [`  not mailed to you yet (${attempts} attempts), id ${id}`]),
        indent(message),
        `  Reply: ${replyLink(email)}`,
      ]),
    ),
    ...section(
      'Emails that were not sent',
      all.unsentEmails.map(
        ({ id, kind, to, createdAt, attempts, withheld }) =>
          `  ${kind} to ${stripControls(to)}, ${dayAndHour(createdAt)}: ${withheld ? 'withheld' : `${attempts} attempts, retry with --retry ${id}`}`,
      ),
    ),
    ...section(
      'Subscriptions by state',
      all.subscriptions.map(
        ({ store, status, isUnSubscribed, count }) =>
          `  ${store} ${status}${isUnSubscribed ? ', cancelled' : ''}: ${count}`,
      ),
    ),
    ...section(
      'Last changes of plans',
      all.changes.map(
        ({ store, subscription, kind, status, at }) =>
          `  ${dayAndHour(at)} ${store} ${subscription}: ${kind}, ${status}`,
      ),
    ),
    ...section('Webhooks since the start of the process', formatOutcomes(all.webhooks)),
    ...section('Syncs since the start of the process', formatOutcomes(all.syncs)),
    ...section(
      'Background jobs',
      all.jobs.map(({ name, at }) => `  ${name}: ${dayAndHour(at)}`),
    ),
    ...section(
      'Posts with problems',
      all.posts.map(
        ({ message, details, at, count }) =>
          `  ${dayAndHour(at)} ${message} ${stripControls(details)} (${count} times)`,
      ),
    ),
  ]
}
