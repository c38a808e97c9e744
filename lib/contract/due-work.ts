import * as z from 'zod'

export const dueWork = z.object({
  /** Names of the jobs that were due and ran. */
  jobs: z.array(z.string()),
  emails: z.enum(['sent', 'off']),
})
export type DueWork = z.infer<typeof dueWork>
