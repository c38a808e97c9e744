import { receiveContact } from '@/lib/server/contact/contact'
import { allowOnly, handlePublic } from '@/lib/server/http/handle'

export const { GET, POST, PUT, PATCH, DELETE } = allowOnly('POST', handlePublic(receiveContact))
