import { join, resolve } from 'node:path';

export const checkout = resolve(import.meta.dirname, '../../..');

/** @param {...string} parts */
export const inCheckout = (...parts) => join(checkout, ...parts);
