import 'client-only'
import { notSentFailure, type Answer } from './answer'
import type * as Client from './api'

type Api = typeof Client

/** Loads the API client and makes one call. Never throws; status 0 means that loading failed. */
export async function callApi<T>(call: (api: Api) => Promise<Answer<T>>): Promise<Answer<T>> {
  let api: Api
  try {
    api = await import('./api')
  } catch {
    return notSentFailure()
  }
  return call(api)
}
