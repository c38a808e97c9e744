import { feedResponse } from '@/lib/content/feeds/feed'

/** Its addresses are those of the running site, which the build does not know. */
export const dynamic = 'force-dynamic'

type Props = { params: Promise<{ tag: string }> }

export async function GET(request: Request, { params }: Props): Promise<Response> {
  return feedResponse(request, 'atom', (await params).tag)
}
