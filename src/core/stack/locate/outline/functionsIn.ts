import type { CooperativeTask } from '../../../common/cooperativeTask';
import type { SourceFunction } from '../../../lines/sourceFunction';
import { readingOutline } from './readOutline';

/** Returns the members that can appear in a stack trace. Each member precedes the members nested in it. */
export function* readingFunctions(path: string, text: string): CooperativeTask<readonly SourceFunction[]> {
	const { members } = yield* readingOutline(path, text);
	return members
		.filter(({ hasCode }) => hasCode)
		.map(({ name, owner, first, nameLine, last }) => ({ name, type: owner.at(-1) ?? '', first, nameLine, last }))
		.sort((one, other) => one.first - other.first || other.last - one.last);
}
