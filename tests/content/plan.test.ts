import { expect, test } from 'vitest'
import file from '@/content/en/plan.json'
import { readPlanContents } from '@/lib/content/pages/plan'

test('lists what a plan includes, with links', async () => {
  const { included, also } = await readPlanContents('en')
  expect(included).toEqual({ title: file.title, rows: file.included })
  expect(also[0]?.html).toContain('<a href="/tools"')
})

test.each([
  [{ ...file, included: [] }, /content\/en\/plan\.json.*\n.*included/],
  [{ ...file, title: undefined }, /content\/en\/plan\.json.*\n.*title/],
  [{ ...file, also: [{ name: 'Devices', text: 'x'.repeat(151) }] }, /also\[0\]\.text/],
  [{ ...file, also: [{ name: 'Devices', text: '[Tools]({{nowhere}})' }] }, /content\/en\/plan\.json: \{\{nowhere\}\}/],
])('rejects an invalid file with name and field', async (value, message) => {
  await expect(readPlanContents('en', value)).rejects.toThrow(message)
})
