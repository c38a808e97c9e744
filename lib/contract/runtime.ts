/** The data of deferred scripts, between the server and the script in the head. */

export const runtimeElementId = 'runtime'

export type RuntimeBlock = {
  scripts: string[]
  /** URL of the page's `RuntimeData`. */
  data: string
}

export type RuntimeData = {
  /** The framework's bootstrap script. */
  first: string
  flight: unknown[]
}
