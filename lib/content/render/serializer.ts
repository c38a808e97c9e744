import rehypeStringify from 'rehype-stringify'
import { unified } from 'unified'

export const serializer = unified().use(rehypeStringify)
