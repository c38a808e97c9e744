/** Tests on a stack of their own, which is started once per worker. */
import { startOwnStack, type OwnStack } from './stack'
import { test as base } from './test'

export const test = base.extend<object, { stack: OwnStack }>({
  stack: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const stack = await startOwnStack()
      await use(stack)
      await stack.stop()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: ({ stack }, use) => use(stack.origin),
})
