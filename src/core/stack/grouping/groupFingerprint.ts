import { createHash } from 'node:crypto';
import { encodeGroupValue, type GroupValue } from '../../../shared/groupValue';
import type { GroupKey } from '../../../shared/results';

/** Returns a group's ID. The ID is the same on every machine and changes only if the grouping rules change. */
export function groupFingerprint(key: GroupKey, value: GroupValue): string {
	return createHash('sha256')
		.update(`${key.kind}\n${encodeGroupValue(value)}`)
		.digest('hex')
		.slice(0, 16);
}
