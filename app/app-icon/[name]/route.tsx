import { ImageResponse } from 'next/og'
import { Icon } from '@/components/site/card'

export const dynamic = 'force-static'

/** Sizes in pixels: for home screens of phones, and for the manifest. */
const icons: Record<string, { size: number; maskable?: boolean }> = {
  '180.png': { size: 180 },
  '192.png': { size: 192 },
  '512.png': { size: 512 },
  'maskable-512.png': { size: 512, maskable: true },
}

type Props = { params: Promise<{ name: string }> }

export async function GET(_request: Request, { params }: Props): Promise<Response> {
  const { name } = await params
  const icon = Object.hasOwn(icons, name) ? icons[name] : undefined
  if (!icon) return new Response('Not found', { status: 404 })
  return new ImageResponse(<Icon {...icon} />, { width: icon.size, height: icon.size })
}
