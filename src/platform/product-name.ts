/** What the marketplace is called where its operator gave no name of their own. */
export const PRODUCT_NAME = 'Greenside'
