import type { Steps } from '../../../common/steps';
import type { SourceFunction } from '../../../lines/sourceFunction';
import { readingOutline } from './readOutline';

/** What of a source frames can be in, the outer before the inner. None in languages whose functions are not found. */
export function* readingFunctions(path: string, text: string): Steps<readonly SourceFunction[]> {
	const { members } = yield* readingOutline(path, text);
	return members
		.filter(({ hasCode }) => hasCode)
		.map(({ name, owner, first, nameLine, last }) => ({ name, type: owner.at(-1) ?? '', first, nameLine, last }))
		.sort((one, other) => one.first - other.first || other.last - one.last);
}
