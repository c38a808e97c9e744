/** Chargebee's credentials of a message, as a header has them. */
export const basic = ({ webhookUser, webhookPassword }: { webhookUser: string; webhookPassword: string }) =>
  `Basic ${Buffer.from(`${webhookUser}:${webhookPassword}`).toString('base64')}`
