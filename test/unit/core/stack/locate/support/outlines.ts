import { runSynchronously } from '../../../../../../src/core/common/cooperativeTask';
import { readingOutline } from '../../../../../../src/core/stack/locate/outline/readOutline';

export function readOutline(path: string, text: string) {
	return runSynchronously(readingOutline(path, text));
}
