/** What a page says of the scripts that are held back from it, between the site's server and the script of its head. */

/** The id of the block of data in a page whose scripts are held back. */
export const runtimeBlock = 'runtime'

export type RuntimeBlock = {
  /** Addresses of the scripts. */
  scripts: string[]
  /** Where the page's `RuntimeData` is. */
  data: string
}

export type RuntimeData = {
  /** The framework's first words, an inline script that starts the others. */
  first: string
  /** What the framework hands over to them, piece by piece. */
  flight: unknown[]
}
