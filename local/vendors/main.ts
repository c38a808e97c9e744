/** The process of the stand-ins: an HTTP server on loopback, and a mail server if `LOCAL_MAIL_PORT` is set. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { mailServer } from '@/local/inbox/smtp'
import { exitOnSignal } from '@/local/processes'
import { createVendors } from './app'
import { settingsFrom } from './settings'

const vendors = createVendors(settingsFrom(process.env), join(process.env.DATA_DIR ?? '.data', 'stand-ins.json'))
const server = createServer(vendors.app)
server.listen(Number(process.env.LOCAL_VENDORS_PORT || 4010), '127.0.0.1')
await once(server, 'listening')
const mailPort = Number(process.env.LOCAL_MAIL_PORT || 0)
const mail = mailPort ? mailServer(vendors.context) : null
mail?.on('error', (error: Error) => console.error('mail', error))
if (mail) await new Promise<void>((resolve) => mail.listen(mailPort, '127.0.0.1', resolve))
vendors.start()

exitOnSignal(() => {
  mail?.close()
  server.close()
  server.closeAllConnections()
  vendors.stop()
})
