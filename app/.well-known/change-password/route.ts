import { paths } from '@/lib/site'

/** Password managers open this address to change a password. */
export function GET(): Response {
  return new Response(null, { status: 302, headers: { location: paths.profile } })
}
