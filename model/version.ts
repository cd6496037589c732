/** Version of the product, as package.json has it (a test holds them together). */
export const version = '0.1.0'
