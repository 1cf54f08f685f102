import type { Encoding } from '../../../../shared/results';
import { legacyEncoding } from './legacyEncoding';
import { unicodeEncoding } from './unicodeEncoding';

/** @param more Samples from the rest of the file, which may be the first ones with characters beyond ASCII. */
export function detectEncoding(head: Buffer, more: readonly Buffer[]): Encoding {
	return unicodeEncoding(head, more) ?? legacyEncoding([head, ...more]);
}
