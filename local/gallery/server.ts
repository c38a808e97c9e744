/**
 * `npm run gallery`: every state of the sign-in page, a link each. A tool for development, in front of a
 * running `npm run local`, whose ports it takes from the same variables.
 */
import { readEnv } from '@/lib/env'
import { composeEnvironment } from '@/local/environment'
import { endWith } from '@/local/part'
import { startGallery } from './proxy'
import { states } from './states'

const env = composeEnvironment(process.env)
readEnv(env)
const site = `http://127.0.0.1:${env.PORT}`
const gallery = await startGallery({ states, site, port: Number(process.env.GALLERY_PORT || 4020) })
console.log(`${states.length} states at ${gallery.origin}, in front of http://localhost:${env.PORT}`)
endWith(() => gallery.stop())
