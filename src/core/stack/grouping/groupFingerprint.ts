import { createHash } from 'node:crypto';
import { encodeGroupValue, type GroupValue } from '../../../shared/groupValue';
import type { GroupKey } from '../../../shared/results';

/** Returns the ID of a group. The ID is the same on every computer and changes only if the grouping rules change. */
export function groupFingerprint(key: GroupKey, value: GroupValue): string {
	return createHash('sha256')
		.update(`${key.kind}\n${encodeGroupValue(value)}`)
		.digest('hex')
		.slice(0, 16);
}
