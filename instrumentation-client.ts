/** Next runs this before it starts React. */
import { hydration } from '@/components/site/hydration'

self.hydration = hydration
hydration.prepare()
