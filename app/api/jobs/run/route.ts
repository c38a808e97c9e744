import { allowOnly } from '@/lib/server/http/handle'
import { handlePublisher } from '@/lib/server/http/secret'
import { runDueWork } from '@/lib/server/jobs/background'

export const { GET, POST, PUT, PATCH, DELETE } = allowOnly('POST', handlePublisher(runDueWork))
