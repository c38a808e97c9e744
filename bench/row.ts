/** One row of the table. */
import type { Row } from './figures'

type Asked = Partial<Pick<Row, 'floor' | 'must' | 'reach'>>

/** @param asked the floor's figure and the limits; none where nothing is asked of it */
export const row = (part: string, name: string, unit: Row['unit'], ours: number, asked: Asked = {}): Row => ({
  part,
  name,
  unit,
  ours,
  floor: null,
  must: null,
  reach: null,
  ...asked,
})
