/** More open codes at the identity emulator than the inbox can mark. */
import { afterAll, expect, test } from 'vitest'
import { listen } from '@/tests/setup/listen'
import { startStandIns } from './stand-ins'

const oobCode = (n: number) => ({
  email: 'ada@example.com',
  oobCode: `code-${n}`,
  requestType: 'EMAIL_SIGNIN',
  oobLink: `http://127.0.0.1:9099/emulator/action?mode=signIn&oobCode=code-${n}`,
})

let open = { from: 0, to: 0 }
let mailsAnswer = true
const emulator = await listen((request, response) => {
  const oobCodes = Array.from({ length: open.to - open.from }, (_, index) => oobCode(open.from + index))
  const lists = request.url?.endsWith('/oobCodes') ? { oobCodes } : { verificationCodes: [] }
  const status = request.url?.endsWith('/oobCodes') && !mailsAnswer ? 500 : 200
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(lists))
})
const standIns = await startStandIns({ identityAddress: emulator.url })
afterAll(async () => {
  await standIns.close()
  await emulator.close()
})

/** Runs the inbox, and returns how many codes it mailed. */
async function mailed(from: number, to: number): Promise<number> {
  open = { from, to }
  const { context } = standIns
  const { mail } = context
  let count = 0
  context.mail = (message) => {
    count += 1
    mail(message)
  }
  await fetch(`${standIns.base}/inbox.json`)
  context.mail = mail
  return count
}

test('mails each code once, while the emulator lists it', async () => {
  expect(await mailed(0, 1200)).toBe(1200)
  expect(await mailed(0, 1200)).toBe(0)
  expect(await mailed(0, 1210)).toBe(10)
  mailsAnswer = false
  expect(await mailed(0, 1210)).toBe(0)
  mailsAnswer = true
  expect(await mailed(0, 1210)).toBe(0)
  expect(standIns.context.state.inbox.seen).toHaveLength(1210)
})

test('remembers at most a thousand unlisted codes', async () => {
  expect(await mailed(1205, 1215)).toBe(5)
  expect(standIns.context.state.inbox.seen).toHaveLength(1000)
  expect(await mailed(1205, 1215)).toBe(0)
})
