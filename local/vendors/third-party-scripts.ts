import express, { type Router } from 'express'
import type { Context } from '@/local/vendors/context'

export type ScriptName = 'chat' | 'analytics' | 'heatmap'

/** Scripts that a page may load after consent. */
export const scriptRoutes = (context: Context): Router =>
  express.Router().get('/scripts/:name.js', (request, response) => {
    context.calls.record('scripts', request, request.path, request.query, null)
    response
      .set({ 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' })
      .set({ 'Cache-Control': 'no-store' })
      .type('text/javascript')
      .send(`window.__unhurriedStub = { ...window.__unhurriedStub, ${request.params.name}: true }\n`)
  })
