/** True in `npm run test:full`. */
export const isFull = process.env.TEST_FULL === '1'
