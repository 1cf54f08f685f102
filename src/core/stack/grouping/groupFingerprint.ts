import { createHash } from 'node:crypto';
import { encodeGroupValue, type GroupValue } from '../../../shared/groupValue';
import type { GroupKey } from '../../../shared/results';

/** Returns the ID of a group. It is the same on every computer and changes only with the grouping rules. */
export function groupFingerprint(key: GroupKey, value: GroupValue): string {
	return createHash('sha256')
		.update(`${key.kind}\n${encodeGroupValue(value)}`)
		.digest('hex')
		.slice(0, 16);
}
