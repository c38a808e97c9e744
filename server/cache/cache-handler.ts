/** Next's `cacheHandler`: pages in this process's memory, or with `REDIS_URL` shared by the processes of one build. */
import { PageCache } from './page-cache'

export default process.env.REDIS_URL?.trim() ? (await import('./shared-page-cache')).SharedPageCache : PageCache
