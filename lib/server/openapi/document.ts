/** The API as OpenAPI 3.1, from the same shapes that check its requests. */
import 'server-only'
import * as z from 'zod'
import { apiError } from '@/lib/contract/error'
import { jsonLines } from '@/lib/contract/operations'
import { env } from '@/lib/env'
import { secretHeader, siteName, tokenHeader } from '@/lib/site'
import { operations, type Operation } from './operations'

/** Not served in production. */
export const isOpenApiPublic = (): boolean => env().deployment !== 'production'

const security = {
  user: [{ token: [] }],
  secret: [{ secret: [] }],
  'optional-secret': [{}, { secret: [] }],
  vendor: [{ basic: [] }, { signature: [] }],
}

function schemaOf(shape: z.ZodType, io: 'input' | 'output'): object {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, { io, unrepresentable: 'any' })
  return schema
}

const json = (schema: object, type = 'application/json') => ({ content: { [type]: { schema } } })

const parameter = (place: 'query' | 'header', name: string, shape: z.ZodType) => ({
  name,
  in: place,
  required: !shape.safeParse(undefined).success,
  schema: schemaOf(shape, 'input'),
})

function describeOperation(operation: Operation): object {
  const { summary, auth, uid, query = {}, headers, body, response, lines, status = 200, also = {} } = operation
  const answer = response ? json(schemaOf(response, 'output')) : lines && json(schemaOf(lines, 'output'), jsonLines)
  const queryShape = uid === 'query' || uid === 'both' ? { uid: z.string(), ...query } : query
  const parameters = [
    ...Object.entries(queryShape).map(([name, shape]) => parameter('query', name, shape)),
    ...Object.entries(headers?.shape ?? {}).map(([name, shape]) => parameter('header', name, shape as z.ZodType)),
  ]
  return {
    summary,
    security: uid ? security.user : auth ? security[auth] : [],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, ...json(schemaOf(body, 'input')) } }),
    responses: {
      [status]: { description: 'Done', ...answer },
      ...Object.fromEntries(Object.entries(also).map(([code, description]) => [code, { description, ...answer }])),
      default: { description: 'Refused or failed', ...json({ $ref: '#/components/schemas/Error' }) },
    },
  }
}

export function openApi(): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const [key, operation] of Object.entries(operations)) {
    const [method = '', path = ''] = key.toLowerCase().split(' ')
    const operationId = path.slice(1).replace(/\W(\w)/g, (_, letter: string) => letter.toUpperCase())
    paths[path] = { ...paths[path], [method]: { operationId, ...describeOperation(operation) } }
  }
  return {
    openapi: '3.1.0',
    info: { title: siteName, version: '1' },
    servers: [{ url: `${env().siteOrigin}/api` }],
    paths,
    components: {
      schemas: { Error: schemaOf(apiError, 'output') },
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: tokenHeader },
        secret: { type: 'apiKey', in: 'header', name: secretHeader },
        basic: { type: 'http', scheme: 'basic' },
        signature: { type: 'apiKey', in: 'header', name: 'stripe-signature' },
      },
    },
  }
}
