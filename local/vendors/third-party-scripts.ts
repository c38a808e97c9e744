import express, { type Router } from 'express'
import type { Context } from '@/local/vendors/context'

/** Scripts that a page may load after consent. */
const scriptNames = ['chat', 'analytics', 'heatmap'] as const
export type ScriptName = (typeof scriptNames)[number]

const marker = (name: ScriptName) =>
  `window.__unhurriedStub = Object.assign(window.__unhurriedStub || {}, { ${name}: true })\n`

export function scriptRoutes(context: Context): Router {
  const router = express.Router()
  for (const name of scriptNames) {
    router.get(`/scripts/${name}.js`, (request, response) => {
      context.calls.record('scripts', request, request.path, request.query, null)
      response
        .set({ 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' })
        .set({ 'Cache-Control': 'no-store' })
        .type('text/javascript')
        .send(marker(name))
    })
  }
  return router
}
