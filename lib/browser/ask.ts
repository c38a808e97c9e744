import 'client-only'
import { notSent, type Answer } from './answer'
import type * as Client from './api'

type Api = typeof Client

/**
 * One call to the API, whose client is loaded for it. Never throws: without a connection the client
 * itself may not come, and that is an answer with status 0 like any other that did not arrive.
 */
export async function ask<T>(call: (api: Api) => Promise<Answer<T>>): Promise<Answer<T>> {
  let api: Api
  try {
    api = await import('./api')
  } catch {
    return notSent()
  }
  return call(api)
}
