import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isProblem } from '../../common/errors';
import type { KeptDay, KeptSet, Part } from '../model/keptSet';
import { inspectPart } from './partRecords';

/**
 * The set with the parts that are on the disk. One that somebody deleted is missing; one that was changed is read again and
 * stays what the day has, but is asked about anew. So is one of which too little is known, as after the manifest was lost.
 * @throws AppError `disk` or `cancelled`
 */
export async function withPartsOnDisk(folder: string, set: KeptSet, signal: AbortSignal): Promise<KeptSet> {
	const days: KeptDay[] = [];
	for (const day of set.days) {
		const held = day.part ? await heldPart(folder, day.part, set, signal) : undefined;
		if (!day.part || held === day.part) {
			days.push(day);
		} else if (held) {
			days.push({ day: day.day, part: held });
		}
	}
	return { ...set, days };
}

async function heldPart(folder: string, part: Part, { plan }: KeptSet, signal: AbortSignal): Promise<Part | undefined> {
	const path = join(folder, part.folder);
	const bytes = await stat(join(path, part.file)).then(
		(stats) => (stats.isFile() ? stats.size : undefined),
		() => undefined,
	);
	const isKnown = part.rows === 0 || part.times !== undefined || part.timeless > 0;
	if (bytes === undefined || (bytes === part.bytes && isKnown)) {
		return bytes === undefined ? undefined : part;
	}
	const question = { format: plan.format, fields: part.fields, dateDimension: 'receive' } as const;
	try {
		const { rows, times, timeless } = await inspectPart(path, part.file, question, signal);
		return { ...part, rows, bytes, ...(times && { times }), timeless };
	} catch (error) {
		if (isProblem(error, 'cancelled') || isProblem(error, 'disk')) {
			throw error;
		}
		// No table any more, whatever it is now.
		return undefined;
	}
}
