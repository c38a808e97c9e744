import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '@/local/vendors/context'

type Counter = Pick<Context, 'mail' | 'faults'>

const maxBytes = 1024 * 1024

const refusal = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })

/** Accepts every email, forwards none, and puts them into the inbox. */
export function mailServer(context: Counter): SMTPServer {
  const server = new SMTPServer({
    name: 'localhost',
    banner: 'Stand-in: nothing leaves this machine',
    size: maxBytes,
    authOptional: true,
    // The site would have to trust a certificate.
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    onMailFrom(_address, _session, done) {
      void takeFailure(context).then(done)
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.once('end', () => {
        if (stream.sizeExceeded) done(refusal(552, 'The message is too large.'))
        else
          storeMessage(
            context,
            Buffer.concat(chunks),
            session.envelope.rcptTo.map(({ address }) => address),
          ).then(
            () => done(),
            () => done(refusal(554, 'The message could not be read.')),
          )
      })
    },
  })
  server.on('error', (error) => {
    // The site was killed while sending. Errors of the port itself have no remote address.
    if (!('remoteAddress' in error)) throw error
  })
  return server
}

async function takeFailure(context: Counter): Promise<Error | null> {
  const fault = context.faults.take('mail')
  if (!fault) return null
  if (fault.delayMs > 0) await sleep(fault.delayMs)
  return fault.status === undefined && !fault.drop ? null : refusal(fault.drop ? 421 : 451, 'Try again later.')
}

async function storeMessage(context: Counter, raw: Buffer, recipients: string[]): Promise<void> {
  const email = await PostalMime.parse(raw)
  const [reply] = email.replyTo ?? []
  for (const to of recipients) {
    context.mail({
      to,
      kind: 'email',
      subject: email.subject ?? '',
      text: (email.text ?? '').replaceAll('\r\n', '\n').trimEnd(),
      ...(email.html && { html: email.html.trimEnd() }),
      ...(reply?.address && { replyTo: reply.address }),
    })
  }
}
