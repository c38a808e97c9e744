/** The process of the vendors' stand-ins: one HTTP server on loopback, its state in `DATA_DIR/vendors.json`. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { endWith } from '@/local/part'
import { createVendors } from './app'
import { settingsFrom } from './settings'

const vendors = createVendors(settingsFrom(process.env), join(process.env.DATA_DIR ?? '.data', 'vendors.json'))
const server = createServer(vendors.app)
server.listen(Number(process.env.LOCAL_VENDORS_PORT || 4010), '127.0.0.1')
await once(server, 'listening')
vendors.start()

endWith(() => {
  server.close()
  server.closeAllConnections()
  vendors.stop()
})
