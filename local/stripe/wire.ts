/** An SDK type as it travels: its field names and plain values are checked, nested objects are not. */
export type Wire<T> = { [K in keyof T]?: Extract<T[K], object> extends never ? T[K] : unknown }

/** A list that is part of an object, and whole. */
export const list = (url: string, data: object[]) => ({ object: 'list', data, has_more: false, url })
