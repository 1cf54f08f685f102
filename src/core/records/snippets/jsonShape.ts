import type { JsonShape } from './snippets';

/** @param head The beginning of a file; a few kilobytes tell. */
export function jsonShape(head: string): JsonShape {
	if (/^\s*\[/.test(head)) {
		return 'list';
	}
	return /"data"\s*:\s*\[/.test(head) ? 'data' : 'lines';
}
