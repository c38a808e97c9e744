import type { ReactNode } from 'react'
import { Charges, Time } from './art-money'

type Plan = { yearly: boolean; name: string; text: ReactNode }

/** Charges stand on the line; what they buy, and the words about it, lie in the water below. */
export function Shore({ plans }: { plans: readonly [Plan, Plan] }) {
  return (
    <ul className="isolate mx-auto grid max-w-page grid-cols-1 gap-x-16 px-gut md:grid-cols-2">
      {plans.map(({ yearly, name, text }) => (
        <li key={name} className="flex flex-col pt-16 md:pt-10">
          <Charges yearly={yearly} />
          <div className="ground-tint relative grow pb-10 before:absolute before:inset-y-0 before:-inset-x-[100vw] before:-z-10 before:bg-tint md:pb-16">
            <Time yearly={yearly} />
            <h3 className="mt-4">{name}</h3>
            <p className="mt-1 max-w-112">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
