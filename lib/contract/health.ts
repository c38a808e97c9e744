import * as z from 'zod'
import { perProvider } from './plan'

const dependency = z.enum(['ok', 'off', 'down'])
export type DependencyState = z.infer<typeof dependency>

export const dependencies = z.object({
  database: dependency,
  cache: dependency,
  identity: dependency,
  ...perProvider(dependency),
  blog: dependency,
})

/** GET /api/health */
export const healthReport = z.object({
  status: z.enum(['ok', 'degraded', 'down', 'ending']).describe('ending: it still answers, but is shutting down'),
  mode: z.enum(['beta', 'prod', 'none']),
  ...dependencies.shape,
})
export type HealthReport = z.infer<typeof healthReport>
