import { TextFinder } from '../../scan/textFinder';
import { Idle } from './execution/idle';
import { SharedCache } from './execution/sharedCache';
import type { Times } from './execution/times';
import { CodesPlace } from './filter/codesPlace';
import type { IdlePlaces } from './filter/columnFilters';
import type { KeyCodes } from './keys/keyCodes';
import type { RecordOrigins } from './keys/recordOrigins';

const megabyte = 1024 * 1024;

const byteLength = (array: { readonly byteLength: number }) => array.byteLength;

/**
 * Caches the results of queries. The total size is limited, because a single array of numbers for a million records
 * needs 4 MB.
 */
export class QueryCache {
	readonly selections = new SharedCache<Uint32Array>(24 * megabyte, byteLength);
	readonly orders = new SharedCache<Uint32Array>(24 * megabyte, byteLength);
	readonly keys = new SharedCache<KeyCodes>(32 * megabyte, ({ bytes }) => bytes);
	readonly ranks = new SharedCache<Uint32Array>(16 * megabyte, byteLength);
	readonly origins = new SharedCache<RecordOrigins>(0, ({ bytes }) => bytes);
	readonly times = new SharedCache<Times>(0, byteLength);
	readonly places: IdlePlaces = { codes: new Idle(() => new CodesPlace()), texts: new Idle(() => new TextFinder()) };
}
