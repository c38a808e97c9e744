import { allowOnly, handlePublic } from '@/lib/server/http/handle'
import { receiveBrowserError } from '@/lib/server/observability/browser-errors'

export const { GET, POST, PUT, PATCH, DELETE } = allowOnly('POST', handlePublic(receiveBrowserError))
