import { startOwnStack } from './stack'

/** Starts one stack for the whole run and passes its addresses through the environment. */
export default async function setup() {
  const REVALIDATE_SECRET = 'known-to-the-tests-alone'
  const stack = await startOwnStack({ REVALIDATE_SECRET })
  Object.assign(process.env, {
    E2E_ORIGIN: stack.origin,
    E2E_VENDORS: stack.vendors,
    E2E_SECRET: REVALIDATE_SECRET,
    E2E_IDENTITY: stack.identity,
  })
  return stack.stop
}
