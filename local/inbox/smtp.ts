import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Desk } from '@/local/vendors/context'

type Counter = Pick<Desk, 'mail' | 'faults'>

const largest = 1024 * 1024

/** A refusal in the protocol's own way: its code goes to the client in front of the text. */
const refusal = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })

/**
 * The mail server of this machine: it takes every letter, sends none on, and shows it in the inbox.
 * The caller lets it listen, on loopback only.
 */
export function mailServer(desk: Counter): SMTPServer {
  const server = new SMTPServer({
    name: 'localhost',
    banner: 'Stand-in: nothing leaves this machine',
    size: largest,
    authOptional: true,
    // A certificate would have to be trusted by the site, and nothing here leaves the machine.
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    onMailFrom(_address, _session, done) {
      void struck(desk).then(done)
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.once('end', () => {
        if (stream.sizeExceeded) done(refusal(552, 'The message is too large.'))
        else
          keep(
            desk,
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
    // A site that was killed in the middle of a letter; whatever is wrong with the port is no such thing.
    if (!('remoteAddress' in error)) throw error
  })
  return server
}

/** What is armed at `/faults` for the mail: it refuses as a busy server would; a cut connection looks the same. */
async function struck(desk: Counter): Promise<Error | null> {
  const fault = desk.faults.take('mail')
  if (!fault) return null
  if (fault.delayMs > 0) await sleep(fault.delayMs)
  return fault.status === undefined && !fault.drop ? null : refusal(fault.drop ? 421 : 451, 'Try again later.')
}

async function keep(desk: Counter, raw: Buffer, recipients: string[]): Promise<void> {
  const letter = await PostalMime.parse(raw)
  const [reply] = letter.replyTo ?? []
  for (const to of recipients) {
    desk.mail({
      to,
      kind: 'email',
      subject: letter.subject ?? '',
      text: (letter.text ?? '').replaceAll('\r\n', '\n').trimEnd(),
      ...(reply?.address && { replyTo: reply.address }),
    })
  }
}
