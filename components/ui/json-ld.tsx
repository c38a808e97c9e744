import type { Graph, Thing, WithContext } from 'schema-dts'

/**
 * What a page says to programs, as JSON-LD. A `<` in it could end the element, so it is written as an escape,
 * which JSON reads back as the same sign.
 */
export function JsonLd({ data }: { data: WithContext<Thing> | Graph }) {
  return (
    <script
      type="application/ld+json"
      dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replaceAll('<', '\\u003c') }}
    />
  )
}
