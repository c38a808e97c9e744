import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { createTransport } from 'nodemailer'
import { afterAll, expect, test } from 'vitest'
import type { Message } from '@/local/inbox/messages'
import { mailServer } from '@/local/inbox/smtp'
import { startStandIns } from './stand-ins'

const standIns = await startStandIns()
const server = mailServer(standIns.context)
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const port = (server.server.address() as AddressInfo).port
afterAll(async () => {
  await new Promise<void>((resolve) => server.close(resolve))
  await standIns.close()
})

const send = (mail: object) =>
  createTransport({ url: `smtp://127.0.0.1:${port}`, connectionTimeout: 4000 }).sendMail({
    from: 'hello@unhurried.example',
    to: 'hello@unhurried.example',
    ...mail,
  })
const inbox = async () => (await (await fetch(`${standIns.base}/inbox.json`)).json()) as Message[]

test('shows the newest email first as written, without running it', async () => {
  await send({
    subject: 'Grüße <b>für dich</b>',
    text: 'Long '.repeat(40) + '\nSee https://a.example/x?y=1 …',
    replyTo: { name: 'Zoë', address: 'zoe@people.example' },
  })
  const [newest] = await inbox()
  expect(newest).toEqual({
    kind: 'email',
    to: 'hello@unhurried.example',
    subject: 'Grüße <b>für dich</b>',
    text: 'Long '.repeat(40) + '\nSee https://a.example/x?y=1 …',
    links: ['https://a.example/x?y=1'],
    replyTo: 'zoe@people.example',
    at: expect.any(String),
  })
  const page = await (await fetch(`${standIns.base}/inbox`)).text()
  expect(page).toContain('Grüße &lt;b&gt;für dich&lt;/b&gt;')
  expect(page).toContain('replies to zoe@people.example')
})

test('applies faults to the next emails only', async () => {
  await standIns.post('/faults', { vendor: 'mail', status: 503, times: 1 })
  const before = await inbox()
  await expect(send({ subject: 'First', text: 'x' })).rejects.toMatchObject({ responseCode: 451 })
  expect(await inbox()).toEqual(before)
  await send({ subject: 'Second', text: 'x' })
  expect((await inbox())[0]?.subject).toBe('Second')
})

test('rejects an endless email', async () => {
  await expect(send({ subject: 'Large', text: 'x'.repeat(1_200_000) })).rejects.toMatchObject({ responseCode: 552 })
})

test('survives a site killed while sending', async () => {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'data')
  socket.write('EHLO site\r\n')
  await once(socket, 'data')
  const ended = once(socket, 'close')
  socket.resetAndDestroy()
  await ended
  const next = connect(port, '127.0.0.1')
  const [greeting] = (await once(next, 'data')) as [Buffer]
  expect(greeting.toString()).toMatch(/^220 /)
  next.destroy()
})
