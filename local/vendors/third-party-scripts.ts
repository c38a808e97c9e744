import express, { type Router } from 'express'
import type { Desk } from '@/local/vendors/context'

/** The scripts of others that a page may load after consent. */
const scriptNames = ['chat', 'analytics', 'heatmap'] as const
export type ScriptName = (typeof scriptNames)[number]

/** Nothing to see, nothing sent and nothing stored: a script only says that it has run. */
const marker = (name: ScriptName) =>
  `window.__unhurriedStub = Object.assign(window.__unhurriedStub || {}, { ${name}: true })\n`

/** `GET /scripts/chat.js` and its like: harmless scripts in the place of the vendors'. */
export function scriptRoutes(desk: Desk): Router {
  const router = express.Router()
  for (const name of scriptNames) {
    router.get(`/scripts/${name}.js`, (request, response) => {
      desk.calls.note('scripts', request, request.path, request.query, null)
      response
        .set({ 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' })
        .set({ 'Cache-Control': 'no-store' })
        .type('text/javascript')
        .send(marker(name))
    })
  }
  return router
}
