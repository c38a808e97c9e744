import { ImageResponse } from 'next/og'
import { Icon } from '@/components/site/share-image'
import { appIcons } from '@/lib/site'

export const dynamic = 'force-static'

type Props = { params: Promise<{ name: string }> }

export async function GET(_request: Request, { params }: Props): Promise<Response> {
  const { name } = await params
  const icon = Object.hasOwn(appIcons, name) ? appIcons[name] : undefined
  if (!icon) return new Response('Not found', { status: 404 })
  return new ImageResponse(<Icon {...icon} />, { width: icon.size, height: icon.size })
}
