import { serveNotionFile } from '@/lib/content/sources/notion/files'
import { isPreview } from '@/lib/content/posts'

type Props = { params: Promise<{ page: string; file: string }> }

async function answer(request: Request, { params }: Props) {
  const { page, file } = await params
  return serveNotionFile(request, page, file, await isPreview())
}

export { answer as GET, answer as HEAD }
