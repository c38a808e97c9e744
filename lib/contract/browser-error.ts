/** POST /api/errors: an error in a page. Without a library, because the page uses it too. */
export const browserErrorAddress = '/api/errors'

/** What failed: an event of the window, a React boundary, or the scripts of an island. */
export const browserErrorKinds = ['error', 'rejection', 'boundary', 'island'] as const

export const browserErrorLimits = { message: 300, stack: 1500, page: 2048 } as const

/** It has no query, no email address and nothing that was typed. `page` is a path. */
export type BrowserError = { kind: (typeof browserErrorKinds)[number]; message: string; stack?: string; page: string }
