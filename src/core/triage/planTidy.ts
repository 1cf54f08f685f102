import type { GroupKey } from '../../shared/results';
import { triagedGroup, triageId, withGroupParts } from './changeTriage';
import type { TriageEdit } from './editGroup';
import type { TriageJudge } from './judgeGroup';
import type { TriageFile } from './triageEntries';

export const usualTidyDays = 90;
const daySeconds = 86_400;

export interface RenamedFile {
	readonly file: TriageFile;
	readonly edit: TriageEdit;
}

interface TidyPlan {
	/** Files that must be renamed, because their names are based on earlier grouping rules. */
	readonly renames: readonly RenamedFile[];
	/**
	 * Files of groups without records in the last `days` days. Empty if the records cover fewer days or are incomplete.
	 */
	readonly unused: readonly TriageFile[];
	readonly isLongEnough: boolean;
}

/** @param isWhole True if the records are complete, so that a group without records certainly hasn't occurred */
export async function planTidy(judge: TriageJudge, key: GroupKey, days: number, isWhole: boolean): Promise<TidyPlan> {
	const groups = await judge.groupsWithFiles(key);
	const renames = new Map<string, RenamedFile>();
	for (const { group, file } of groups) {
		const id = triageId(key, group.value);
		const parts = triagedGroup(key, group.value);
		// If new grouping rules split a group, its file belongs to the largest of the new groups, which comes first.
		if (parts && id !== file.id && !renames.has(file.id)) {
			const document = withGroupParts(file.entry.document, parts);
			renames.set(file.id, { file, edit: { id, document, replaces: file.id } });
		}
	}
	const span = await judge.timeSpan(key);
	const since = (span?.until ?? 0) - days * daySeconds;
	const isLongEnough = span !== undefined && span.since <= since;
	const recent = new Set(
		groups.filter(({ group: { lastSeen } }) => lastSeen === undefined || lastSeen >= since).map(({ file }) => file.id),
	);
	const unused = judge.entries.files.filter(({ id, entry }) => entry.group.by === key.kind && !recent.has(id));
	return { renames: [...renames.values()], unused: isLongEnough && isWhole ? unused : [], isLongEnough };
}

export function nameOfFile({ id, entry: { group } }: TriageFile): string {
	return [group.type, group.frames[0] ?? ''].filter((text) => text !== '').join(' · ') || id;
}
