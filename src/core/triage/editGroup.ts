import type { GroupValue } from '../../shared/groupValue';
import type { GroupKey } from '../../shared/results';
import {
	changeTriage,
	newTriageDocument,
	type TriageChange,
	triagedGroup,
	triageId,
	withGroupParts,
} from './changeTriage';
import type { TriageEntries } from './triageEntries';
import type { TriageDocument } from './triageEntry';

export interface TriageEdit {
	readonly id: string;
	/** New content of the file. Undefined if the file must be deleted. */
	readonly document: TriageDocument | undefined;
	/** ID of the file that the new file replaces: the group's file under earlier grouping rules. */
	readonly replaces: string | undefined;
}

/**
 * Returns an edit of the group's file. Returns undefined for an invalid file, because the edit would lose its content.
 */
export function editGroup(
	entries: TriageEntries,
	key: GroupKey,
	value: GroupValue,
	change: TriageChange,
): TriageEdit | undefined {
	const id = triageId(key, value);
	const parts = triagedGroup(key, value);
	if (!parts || entries.invalid.some(({ name }) => name === `${id}.json`)) {
		return undefined;
	}
	const known = entries.find(key, value);
	const replaces = known && known.id !== id ? known.id : undefined;
	const before = known?.entry.document ?? newTriageDocument(parts);
	const document = changeTriage(replaces === undefined ? before : withGroupParts(before, parts), change);
	return { id, document, replaces };
}
