import { receiveContact } from '@/lib/server/contact'
import { only, publicly } from '@/lib/server/handle'

export const { GET, POST, PUT, PATCH, DELETE } = only('POST', publicly(receiveContact))
