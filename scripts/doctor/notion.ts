import { findDataSource, openNotion } from '@/lib/content/sources/notion/client'
import type { Env } from '@/lib/env'
import { problemsOr, off, errorMessage, wrong, type Finding } from './finding'

/** Allowed types of each property, by its name in lower-case letters. content/README.md lists them. */
const required: Record<string, string[]> = {
  slug: ['rich_text'],
  description: ['rich_text'],
  tags: ['multi_select'],
  written: ['date'],
  published: ['checkbox'],
}
const optional: Record<string, string[]> = {
  author: ['select', 'rich_text'],
  language: ['select', 'rich_text'],
  lang: ['select', 'rich_text'],
  keywords: ['multi_select', 'rich_text'],
  reviewed: ['date'],
  answer: ['rich_text'],
  codeinjectionfooter: ['rich_text'],
}

const normalizeName = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '')

export async function checkNotion({ blog }: Env): Promise<Finding[]> {
  if (blog.source !== 'notion') return [off(`Posts are Markdown files in ${blog.folder}.`)]
  const { client } = openNotion(blog)
  try {
    const { properties } = await client.dataSources.retrieve({
      data_source_id: await findDataSource(client, blog.databaseId),
    })
    const types = new Map(Object.entries(properties).map(([name, { type }]) => [normalizeName(name), type]))
    // The date property may have either name.
    if (!types.has('written') && types.has('date')) types.set('written', types.get('date') ?? 'date')
    const problems = Object.entries({ ...required, ...optional }).flatMap(([name, allowed]) => {
      const type = types.get(name)
      if (type === undefined) return name in required ? [`The Notion database has no property ${name}.`] : []
      if (allowed.includes(type)) return []
      return [`The Notion database's property ${name} has the type ${type}; it must be ${allowed.join(' or ')}.`]
    })
    return problemsOr(problems, 'Notion accepts NOTION_TOKEN, and the database has the properties that posts need.')
  } catch (error) {
    return [wrong(`Notion does not show the database ${blog.databaseId} to NOTION_TOKEN: ${errorMessage(error)}.`)]
  }
}
