import { readingOutline } from '../../../../../../src/core/stack/locate/outline/readOutline';
import { atOnce } from '../../../../../../src/core/steps';

/** In one go. */
export function readOutline(path: string, text: string) {
	return atOnce(readingOutline(path, text));
}
