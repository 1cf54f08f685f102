import { join } from 'node:path';
import { throwIfAborted } from '../../common/cancellation';
import { fieldValues } from '../check/recordValues';
import { applicationFolder, listApplication, type Runners } from './library';

/** Maximum number of exports to read. It is low, so that suggestions appear while the user types. */
const maxExports = 5;
const maxBytesOfEach = 8 * 1024 * 1024;

const maxValues = 200;

/** Maximum length of a suggested value, in characters. Longer values are free text, which is not useful in filters. */
const maxLength = 200;

const maxCounted = 20_000;

export interface SeenValuesQuery {
	readonly library: string;
	readonly service: string;
	readonly applicationId: string;
	readonly field: string;
}

export async function seenValues(
	{ library, service, applicationId, field }: SeenValuesQuery,
	runners: Runners,
	signal: AbortSignal,
): Promise<readonly string[]> {
	const { entries } = await listApplication(applicationFolder(library, service, applicationId), runners);
	const counts = new Map<string, number>();
	let files = 0;
	for (const { folder, stored, outcome } of entries) {
		throwIfAborted(signal);
		if (files === maxExports || !outcome || !stored.question.fields.includes(field)) {
			continue;
		}
		files++;
		await countValues(join(folder, outcome.file), stored.question, field, counts, signal);
	}
	return [...counts]
		.sort(([, a], [, b]) => b - a)
		.slice(0, maxValues)
		.map(([value]) => value);
}

async function countValues(
	path: string,
	question: Parameters<typeof fieldValues>[1],
	field: string,
	counts: Map<string, number>,
	signal: AbortSignal,
): Promise<void> {
	try {
		for await (const [value = ''] of fieldValues(path, question, [field], maxBytesOfEach)) {
			throwIfAborted(signal);
			const count = counts.get(value);
			if (value !== '' && value.length <= maxLength && (count !== undefined || counts.size < maxCounted)) {
				counts.set(value, (count ?? 0) + 1);
			}
		}
	} catch {
		// Errors are ignored, because a file may have been deleted or changed. Only cancellation is reported.
		throwIfAborted(signal);
	}
}
