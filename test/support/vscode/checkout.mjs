import { join, resolve } from 'node:path';

/** The folder of the checkout; every path of the tests starts here. */
export const checkout = resolve(import.meta.dirname, '../../..');

/** @param {...string} parts */
export const inCheckout = (...parts) => join(checkout, ...parts);
