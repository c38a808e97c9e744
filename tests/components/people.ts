/** A signed-in user, as the identity SDK and our server describe her. */
import type { Person } from '@/lib/browser/identity'
import type { User } from '@/lib/contract/user'

export const ada: Person = {
  uid: 'u1',
  name: 'Ada',
  email: 'ada@x.test',
  phone: null,
  picture: null,
  providerId: 'password',
  guest: false,
}

export const adaRecord: User = {
  uid: 'u1',
  name: 'Ada',
  username: 'Ada',
  email: 'ada@x.test',
  providerId: 'password',
  phone: null,
  locale: null,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
}
