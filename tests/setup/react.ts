import { afterEach } from 'vitest'

// React Testing Library unmounts after each test if `afterEach` is global.
Object.assign(globalThis, { afterEach })
