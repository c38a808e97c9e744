import { only, publicly } from '@/lib/server/http/handle'
import { receiveBrowserError } from '@/lib/server/observability/browser-errors'

export const { GET, POST, PUT, PATCH, DELETE } = only('POST', publicly(receiveBrowserError))
