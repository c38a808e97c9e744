import { serveNotionFile } from '@/lib/content/sources/notion/files'
import { isPreview } from '@/lib/content/posts'

type Props = { params: Promise<{ page: string; file: string }> }

async function serveFile(request: Request, { params }: Props) {
  const { page, file } = await params
  return serveNotionFile(request, page, file, await isPreview())
}

export { serveFile as GET, serveFile as HEAD }
