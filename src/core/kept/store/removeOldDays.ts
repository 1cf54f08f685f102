import { join } from 'node:path';
import { removeFolder } from '../../export/library/library';
import type { Files } from '../../files/durableFile';
import { firstDayOf } from '../model/calendar';
import { oldDays } from '../model/changes';
import type { KeptSet } from '../model/keptSet';
import { writeSet } from './setFolder';

interface Removal {
	/** Of the set, which this process has to itself. */
	readonly folder: string;
	readonly files: Files;
	/** Whether somebody has the set open, and reads its parts. */
	readonly isOpen: () => Promise<boolean>;
}

/**
 * Deletes the days of a set from before its first one, and those that are too old to be kept: whole, and none while somebody
 * looks at them. From then on the set begins after them, so that whatever clock is asked next does not fetch them again.
 * @param today `yyyy-mm-dd`
 * @throws AppError `disk`
 */
export async function removeOldDays(set: KeptSet, today: string, { folder, files, isOpen }: Removal): Promise<KeptSet> {
	const since = firstDayOf(set, today);
	const old = oldDays(set, since);
	if (old.length === 0 || (await isOpen())) {
		return set;
	}
	const left = { ...set, plan: { ...set.plan, since }, days: set.days.filter((day) => !old.includes(day)) };
	await writeSet(folder, left, files);
	for (const { part } of old) {
		// One that is open in another program goes with the next update.
		await (part && removeFolder(join(folder, part.folder), files).catch(() => undefined));
	}
	return left;
}
