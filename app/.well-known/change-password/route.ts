import { paths } from '@/lib/site'

/** Password managers open this address to let their user change a password. */
export function GET(): Response {
  return new Response(null, { status: 302, headers: { location: paths.profile } })
}
