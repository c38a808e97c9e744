/** Next runs this before it starts React. */
import { prepareHydration } from '@/components/site/served-page'

prepareHydration()
