import { buildFile } from '@/lib/server/build-files'
import { publicly } from '@/lib/server/http/handle'

type Props = { params: Promise<{ path: string[] }> }

export const dynamic = 'force-dynamic'

/** What is asked for under `/_next/static/` and is not of this process's build: `next.config.ts` leads here. */
export const GET = async (request: Request, { params }: Props) => {
  const { path } = await params
  return publicly(() => buildFile(path.join('/')))(request)
}
