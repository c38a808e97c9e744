import { draftMode } from 'next/headers'
import { notionFile } from '@/lib/content/notion-files'

type Props = { params: Promise<{ page: string; file: string }> }

async function answer(request: Request, { params }: Props) {
  const { page, file } = await params
  return notionFile(request, page, file, (await draftMode()).isEnabled)
}

export { answer as GET, answer as HEAD }
