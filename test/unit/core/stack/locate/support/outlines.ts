import { atOnce } from '../../../../../../src/core/common/steps';
import { readingOutline } from '../../../../../../src/core/stack/locate/outline/readOutline';

/** In one go. */
export function readOutline(path: string, text: string) {
	return atOnce(readingOutline(path, text));
}
