import * as z from 'zod'
import { richText, type Converter } from './block-shape'
import { spans } from './block-text'
import { wrap, type Wrap } from '@/lib/content/render/text-tree'

const table = z.object({ has_column_header: z.boolean().default(false), has_row_header: z.boolean().default(false) })
const row = z.object({ cells: z.array(richText) })

/** A table; its first row and its first column may be headers. */
export const tableBlock: Converter = (payload, { children }) => {
  const { has_column_header, has_row_header } = table.parse(payload)
  const rows = children.map(({ block }, down): Wrap => {
    const { cells } = row.parse('table_row' in block ? block.table_row : undefined)
    const isHead = has_column_header && down === 0
    return wrap(
      'tr',
      cells.map((cell, across) => {
        if (isHead) return wrap('th', spans(cell), { scope: 'col' })
        return has_row_header && across === 0 ? wrap('th', spans(cell), { scope: 'row' }) : wrap('td', spans(cell))
      }),
    )
  })
  if (rows.length === 0) return []
  const [head, body] = has_column_header ? [rows.slice(0, 1), rows.slice(1)] : [[], rows]
  const parts = [...(head.length > 0 ? [wrap('thead', head)] : []), ...(body.length > 0 ? [wrap('tbody', body)] : [])]
  return [wrap('table', parts)]
}
