import { flowJourneys, quietly } from './setup/flow-journeys'
import { test } from './setup/flows'

test.use({ protection: 'off' })
quietly()
flowJourneys('off')
