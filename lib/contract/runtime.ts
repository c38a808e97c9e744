/** What a page with deferred scripts carries as inert JSON, between the server and the script at the page's end. */

/** A list of the script files' addresses. */
export const runtimeId = 'runtime'

/** A `RuntimeData`. */
export const runtimeDataId = 'runtime-data'

export type RuntimeData = {
  /** The framework's bootstrap script. */
  first: string
  flight: unknown[]
}
