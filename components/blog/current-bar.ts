/** The bar under a current entry: drawn only there, because a border without colour is seen where colours are forced. */
export const currentBar = 'relative after:absolute after:inset-x-0 after:bottom-0 after:h-1 after:bg-primary'
