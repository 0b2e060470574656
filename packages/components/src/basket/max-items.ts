/** Number of items that a basket holds. A browser stores only some megabytes for a site. */
export const MAX_ITEMS = 2000;
