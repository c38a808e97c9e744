import { receiveContact } from '@/lib/server/contact/contact'
import { only, publicly } from '@/lib/server/http/handle'

export const { GET, POST, PUT, PATCH, DELETE } = only('POST', publicly(receiveContact))
