import * as z from 'zod'

/** How often each background job runs, in hours. */
export const jobHours = { retention: 1, 'reconcile-events': 1, 'reconcile-all': 24 } as const
export type JobName = keyof typeof jobHours

export const dueWork = z.object({
  /** Names of the jobs that were due and ran. */
  jobs: z.array(z.string()),
  emails: z.enum(['sent', 'off']),
})
export type DueWork = z.infer<typeof dueWork>
