import 'server-only'
import { ApiFailure } from '@/lib/server/http/errors'
import type { Identity } from './tokens'
import { identityAdmin } from './admin'
import { log } from '@/lib/server/observability/log'

/**
 * Ends every session of a person: the provider refuses to renew their tokens from now on, and we refuse
 * the present ones wherever a token is asked after.
 * @throws ApiFailure `not-configured` without an admin credential, `unavailable` when the provider does
 *   not answer; then nothing has changed
 */
export async function endSessions({ uid, tenant }: Pick<Identity, 'uid' | 'tenant'>): Promise<void> {
  const admin = identityAdmin(tenant)
  if (!admin) {
    throw new ApiFailure('not-configured', {
      message:
        'This site cannot end your other sessions; nothing has changed. Changing your password does it, if you have one; ' +
        'this can take up to an hour.',
    })
  }
  await admin.endSessions(uid)
  log().info('sessions ended')
}
